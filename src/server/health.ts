import type { Handler } from './http.ts';

export interface Health {
  release: string | null;
  builtAt: string | null;
  building: boolean;
  /** Publishes that failed since the last one that worked. */
  failedPublishes: number;
  /** Leads not in the inbox yet; `failed` ones wait for `npm run leads -- retry`. */
  leads: { waiting: number; failed: number; longestWait: number };
}

/** Milliseconds after which a lead that still waits is something to look at, whatever the reason. */
const longestUsualWait = 10 * 60_000;

/** `GET /api/health` (contract, Endpoints): 'degraded' when somebody has to look. */
export const createHealthHandler =
  (getHealth: () => Promise<Health>): Handler =>
  async () => {
    const { leads, ...health } = await getHealth();
    const { waiting, failed, longestWait } = leads;
    const isDegraded = failed > 0 || health.failedPublishes > 0 || longestWait >= longestUsualWait;
    return Response.json({
      status: isDegraded ? 'degraded' : 'ok',
      ...health,
      leads: { waiting, failed },
    });
  };
