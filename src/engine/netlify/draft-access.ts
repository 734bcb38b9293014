import { hasPassword, refusalHeaders } from '../serve/preview-access.ts';

/**
 * The edge function in front of a deploy that shows drafts (scripts/astro/netlify-files.ts). Returns
 * nothing to let a request pass, or asks for the password.
 */
export const createDraftAccess =
  (passwordHash: string) =>
  (request: Request): Response | undefined =>
    hasPassword(request.headers.get('authorization') ?? '', passwordHash)
      ? undefined
      : Response.json(
          { error: 'The draft preview needs its password.' },
          { status: 401, headers: refusalHeaders },
        );
