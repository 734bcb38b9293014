import type { Handler } from './http.ts';

export interface Health {
  release: string | null;
  builtAt: string | null;
  building: boolean;
  /** Leads not in the inbox yet; `failed` ones wait for `npm run leads -- retry`. */
  leads: { waiting: number; failed: number };
}

/** `GET /api/health` (contract, Endpoints): 'degraded' when somebody has to look. */
export const createHealthHandler =
  (getHealth: () => Promise<Health>): Handler =>
  async () => {
    const health = await getHealth();
    return Response.json({ status: health.leads.failed > 0 ? 'degraded' : 'ok', ...health });
  };
