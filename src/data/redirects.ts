import { routes } from './routes.ts';

/** On both hosts: those of unknown services. A final `/*` also takes every path below, and in `to` keeps the rest. */
export const redirects: readonly { from: string; to: string; status: 301 | 302 }[] = [
  { from: `${routes.services}/*`, to: routes.services, status: 302 },
];
