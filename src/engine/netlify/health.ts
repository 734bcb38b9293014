/** `GET /api/health` on Netlify: the build is known when the function is written. */
import { createHealthHandler } from '../endpoints/index.ts';
import { answerRequest, type RequestContext } from './endpoint.ts';
import { leads } from '../site.ts';
import { openOutbox } from './leads.ts';

/** What a build knows and the function needs. */
export interface BuiltForHealth {
  version: string;
  pulledAt: string;
}

export function createHealth({ version, pulledAt }: BuiltForHealth) {
  const handle = createHealthHandler(async () => ({
    version,
    pulledAt,
    // Netlify builds elsewhere, lists what failed there, and keeps the files of a deploy.
    building: false,
    isFaulty: false,
    ...(leads && { leads: await openOutbox().count() }),
  }));
  return (request: Request, context: RequestContext) =>
    answerRequest(request, context, { 'GET /api/health': handle });
}
