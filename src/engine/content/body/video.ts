/** The value of an attribute in a tag of HTML, as it is written there; '' without one. */
export function readAttribute(html: string, name: string): string {
  const value = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    html,
  );
  return value?.[1] ?? value?.[2] ?? value?.[3] ?? '';
}

const hosts = [
  ...['youtube.com', 'youtube-nocookie.com', 'youtu.be', 'vimeo.com', 'loom.com', 'wistia.com'],
  ...['wistia.net', 'vidyard.com', 'dailymotion.com', 'ted.com'],
];
const frame = /^<iframe\s[^<>]*>(?:<\/iframe>)?$/i;

/** Finds the address of a video of a known host, which may be in the HTML that the host gives to embed it. */
export function findVideo(value: unknown) {
  const text = typeof value === 'string' ? value.trim() : '';
  const source = frame.test(text) ? readAttribute(text, 'src').replaceAll('&amp;', '&') : text;
  const uri = source.replace(/^\/\//, 'https://');
  const url = /^https?:\/\/\S+$/.test(uri) ? URL.parse(uri) : null;
  const host = hosts.find((one) => `.${url?.hostname}`.endsWith(`.${one}`));
  return host === undefined ? null : { uri, host };
}
