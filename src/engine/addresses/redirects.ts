import { redirects } from '../site.ts';

/** What a redirect leaves to the rest of a path: its last `/*`, in the path and in the target. */
const rest = /\/\*$/;

/** The redirects, those of the longest path first: the first that matches counts, on both hosts. */
export const orderedRedirects = redirects
  .map(({ from, to, status }) => ({
    status,
    base: from.replace(rest, ''),
    takesRest: from.endsWith('/*'),
    target: to.replace(rest, ''),
    /** Whether the target goes on with the rest of the path. */
    keepsRest: to.endsWith('/*'),
  }))
  .toSorted(
    (one, other) =>
      other.base.length - one.base.length || Number(one.takesRest) - Number(other.takesRest),
  );

/** Finds the redirect of a decoded path without a page. */
export function findRedirect(path: string) {
  const found = orderedRedirects.find(
    ({ base, takesRest }) => path === base || (takesRest && path.startsWith(`${base}/`)),
  );
  if (!found) return null;
  const { status, base, target, keepsRest } = found;
  const to = target + (keepsRest ? encodeURI(path.slice(base.length)) : '');
  return to === path ? null : { status, to: to || '/' };
}
