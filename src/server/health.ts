import type { Handler } from './http.ts';

export interface Health {
  release: string | null;
  builtAt: string | null;
  building: boolean;
  /** Publishes that failed since the last that worked; the site is the one before. */
  failedPublishes: number;
  /** Leads not in the inbox yet; `failed` ones wait for `npm run leads -- retry`. */
  leads: { waiting: number; failed: number };
}

/** `GET /api/health` (contract, Endpoints): 'degraded' when somebody has to look. */
export const createHealthHandler =
  (getHealth: () => Promise<Health>): Handler =>
  async () => {
    const health = await getHealth();
    const isDegraded = health.leads.failed > 0 || health.failedPublishes > 0;
    return Response.json({ status: isDegraded ? 'degraded' : 'ok', ...health });
  };
