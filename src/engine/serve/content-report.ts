/** `GET /content-report`: what the site does not show and why, for whoever has the password. */
import { contentReportPath } from '../../data/routes.ts';
import type { Endpoint } from './app.ts';
import { createPasswordCheck, previewHeaders } from './draft-access.ts';
import type { ServedPage } from './live.ts';

/**
 * @param now monotonic clock in milliseconds
 * @param getPage makes the page of the report
 */
export function createContentReport(
  passwordHash: string,
  now: () => number,
  getPage: () => Promise<ServedPage>,
): Endpoint {
  const check = createPasswordCheck(passwordHash, now);
  return {
    method: 'GET',
    path: contentReportPath,
    handle: async (request, clientAddress) => {
      const refusal = check(request.headers.get('authorization'), clientAddress);
      if (refusal) throw refusal;
      const { html, headers } = await getPage();
      return new Response(html, { headers: { ...headers, ...previewHeaders } });
    },
  };
}
