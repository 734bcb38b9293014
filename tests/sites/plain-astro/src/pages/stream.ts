export const prerender = false;

/** Begins, and never ends. */
export const GET = () =>
  new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array([1])) }));
