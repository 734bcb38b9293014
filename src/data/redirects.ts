import { routes } from './routes.ts';

interface Redirect {
  /** A path; a final `*` matches the rest. Existing pages have priority. */
  from: string;
  to: string;
  status: 301 | 302;
}

/** The redirects of unknown services, on both hosts. */
export const redirects: readonly Redirect[] = [
  { from: `${routes.services}/*`, to: routes.services, status: 302 },
];
