import type { Bundle } from '#engine/origin/index.ts';
import { startOrigin, startServer, type Publishing } from '#engine/front/index.ts';
import type { prepareSite } from '#scripts/bench/support/published-site.ts';
import { signEvent, webhookSecret } from '#scripts/bench/support/signed-requests.ts';

type PreparedSite = Pick<Awaited<ReturnType<typeof prepareSite>>, 'config' | 'bundle'> & {
  /** What is shown first, by default the bundle of the code. */
  shown?: Bundle;
};

export type ServedSite = Awaited<ReturnType<typeof serveSite>>;

let events = 0;

/** Starts a server with the content of the last pull. It asks the content service for nothing without an event. */
export async function serveSite(
  { config, bundle, shown = bundle }: PreparedSite,
  publishing: Partial<Publishing> = {},
) {
  const log: string[] = [];
  const preview = { secret: 'a-long-secret', port: 0 };
  const prepareBundle = () => Promise.resolve(bundle);
  const server = await startServer({
    config: { ...config, webhookSecret, preview, reconcileMinutes: 0 },
    openSite: async (events) => ({
      shown: await startOrigin(shown, config, events),
      publishing: { prepareBundle, ...publishing },
    }),
    log: (line) => log.push(line),
  });
  return {
    ...server,
    log,
    /** Asks as a visitor, and follows no redirect. */
    async get(path: string) {
      const response = await fetch(server.url + path, { redirect: 'manual' });
      const location = response.headers.get('location');
      return { status: response.status, location, text: await response.text() };
    },
    async getHealth() {
      return (await fetch(`${server.url}/api/health`)).json() as Promise<{
        status: string;
        version: string;
        pulledAt: string;
        building: boolean;
      }>;
    },
    /** Tells of an entry as Contentful does. @returns the status */
    async announce(sys: unknown): Promise<number> {
      // Each event has its own body, because a signature counts once.
      events += 1;
      const { path, ...event } = signEvent({ sys, fields: { number: events } });
      return (await fetch(server.url + path, event)).status;
    },
  };
}
