/** What every handler needs of HTTP: refusals in one sentence, a body with a cap, whose page is asking. */

/** Answers a request under the given client address. */
export type Handler = (request: Request, clientAddress: string) => Response | Promise<Response>;

/** A request that gets no more than a status and one sentence for a person. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, sentence: string, headers: Readonly<Record<string, string>> = {}) {
    super(sentence);
    this.status = status;
    this.headers = headers;
  }
}

/** A path without slashes at its end; a loop, as a pattern would take the square of a long path. */
export function trimSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** The media type of a body we can read: UTF-8, not compressed. */
export function readMediaType(request: Request): string {
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (parameters.some((parameter) => !/^charset="?utf-8"?$/.test(parameter))) {
    throw new Refusal(415, 'The body must be UTF-8 text without further parameters.');
  }
  if ((request.headers.get('content-encoding') ?? 'identity') !== 'identity') {
    throw new Refusal(415, 'The body must not be compressed.');
  }
  return type;
}

interface BodyLimits {
  /** Bytes of one body. */
  limit: number;
  /** Bytes of all bodies that are being read at the same time. */
  together: number;
}

/**
 * Reads UTF-8 bodies and stops at the limits: however many senders there are, they cannot fill the memory.
 * @returns reads the body of a request; rejects with a {@link Refusal}
 */
export function createBodyReader({ limit, together }: BodyLimits) {
  let held = 0;
  return async (request: Request): Promise<string> => {
    const tooLong = () => new Refusal(413, `The body must not be longer than ${limit} bytes.`);
    if (Number(request.headers.get('content-length')) > limit) throw tooLong();

    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    let text = '';
    let length = 0;
    const reader = request.body?.getReader();
    try {
      for (;;) {
        const chunk = await reader?.read();
        if (!chunk || chunk.done) return text + decoder.decode();
        length += chunk.value.byteLength;
        held += chunk.value.byteLength;
        if (length > limit) throw tooLong();
        if (held > together)
          throw new Refusal(503, 'Too much arrives at once.', { 'retry-after': '30' });
        text += decoder.decode(chunk.value, { stream: true });
      }
    } catch (error) {
      if (error instanceof Refusal) throw error;
      // Cut off by the client, too slow, or bytes that are no UTF-8.
      throw new Refusal(400, 'The body is not complete UTF-8 text.');
    } finally {
      held -= length;
    }
  };
}

const isLoopback = (hostname: string) => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/** Other spellings of an origin that lead to the same site: with and without `www.`, names of loopback. */
function spellOrigin(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin);
  const hostnames = isLoopback(hostname)
    ? ['localhost', '127.0.0.1', '[::1]']
    : [hostname, hostname.replace(/^(www\.)?/, (www) => (www ? '' : 'www.'))];
  return hostnames.map((name) => `${protocol}//${name}${port && `:${port}`}`);
}

/**
 * Refuses requests that a page of somebody else makes. Without `Origin` it is no page, or an old
 * browser; a loopback name is our own by the Host it was asked under, which no page can forge.
 */
export function refuseForeignOrigin(request: Request, ownOrigins: readonly string[]): void {
  const origin = request.headers.get('origin');
  const asked = new URL(request.url);
  const own = isLoopback(asked.hostname) ? [...ownOrigins, asked.origin] : ownOrigins;
  if (
    request.headers.get('sec-fetch-site') === 'cross-site' ||
    (origin !== null && !own.flatMap(spellOrigin).includes(origin))
  ) {
    throw new Refusal(403, 'This form can only be sent from our own pages.');
  }
}
