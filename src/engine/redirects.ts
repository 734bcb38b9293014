import { redirects } from './site.ts';

/** Finds the redirect of a path without a page. A final `*` of a redirect matches the rest of the path. */
export const findRedirect = (path: string) =>
  redirects.find(({ from }) =>
    from.endsWith('*') ? path.startsWith(from.slice(0, -1)) : path === from,
  );
