const videoHost =
  /^https?:\/\/(?:[\w-]+\.)*((?:youtube|youtube-nocookie|vimeo|loom|wistia|vidyard|dailymotion|ted)\.(?:com|net)|youtu\.be)\/\S*$/;
const frame = /^<iframe\s[^<>]*\bsrc=["']([^"'<>]+)[^<>]*>(?:<\/iframe>)?$/i;

/** Finds the address of a video of a known host, which may be in the HTML that the host gives to embed it. */
export function findVideo(value: unknown) {
  const text = typeof value === 'string' ? value.trim() : '';
  const uri = (frame.exec(text)?.[1] ?? text).replace(/^\/\//, 'https://');
  const host = videoHost.exec(uri)?.[1];
  return host === undefined ? null : { uri, host };
}
