/** What a client says of the answers that it takes. */

/** Matches an Accept-Encoding with this coding at a weight above 0. */
const acceptPattern = (coding: string) =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:$|,|;\\s*q=(?!0(?:\\.0*)?\\s*(?:$|,)))`, 'i');
const acceptsBrotli = acceptPattern('br');
const acceptsGzip = acceptPattern('gzip');

/** Chooses the encoding of an answer by `Accept-Encoding`. */
export function chooseEncoding(header: string | undefined): 'br' | 'gzip' | 'identity' {
  if (header === undefined) return 'identity';
  if (acceptsBrotli.test(header)) return 'br';
  return acceptsGzip.test(header) ? 'gzip' : 'identity';
}

/** Whether `If-None-Match` names a tag, by weak comparison (RFC 9110, section 13.1.2). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' ||
    header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')));
