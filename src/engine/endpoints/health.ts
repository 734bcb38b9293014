import type { Handler } from './http.ts';

export interface Health {
  version: string | null;
  pulledAt: string | null;
  building: boolean;
  /** Whether a pull or a page failed, a file is missing or damaged, or nothing can be stored. */
  isFaulty: boolean;
  /** Leads that were not mailed (`count` of the outbox); null when they cannot be read, missing on a site that takes none. */
  leads?: { waiting: number; failed: number; trapped: number; longestWaitMs: number } | null;
}

/** Time after which a waiting lead makes the health 'degraded', whatever the reason. */
const longestUsualWaitMs = 2 * 60_000;

/** `GET /api/health` answers 'degraded' when somebody has to act, and with `?strict` 503. */
export const createHealthHandler =
  (getHealth: () => Promise<Health>): Handler =>
  async ({ url }) => {
    const { leads, isFaulty, ...health } = await getHealth();
    const isDegraded =
      isFaulty ||
      leads === null ||
      (leads !== undefined && (leads.failed > 0 || leads.longestWaitMs >= longestUsualWaitMs));
    const shown = leads && { ...leads, longestWaitMs: undefined };
    const answer = { status: isDegraded ? 'degraded' : 'ok', ...health, leads: shown };
    const isStrict = new URL(url).searchParams.has('strict');
    return Response.json(answer, { status: isStrict && isDegraded ? 503 : 200 });
  };
