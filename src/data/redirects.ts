import { routes } from './routes.ts';

interface Redirect {
  /** A path; a final `/*` also takes every path below. Pages go first, then the redirect with the longest path. */
  from: string;
  /** A path or a web address; a final `/*` keeps the rest: `/news/*` to `/blog/*` leads `/news/a` to `/blog/a`. */
  to: string;
  status: 301 | 302;
}

/** The redirects of unknown services, on both hosts. */
export const redirects: readonly Redirect[] = [
  { from: `${routes.services}/*`, to: routes.services, status: 302 },
];
