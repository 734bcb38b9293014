/**
 * A body as it stands on its page (content/pull/rich-text.ts) for elsewhere: addresses absolute, and
 * without the words that only our styles hide. In it `<`, `>` and quotes belong to tags alone.
 */
export function renderForElsewhere(html: string, siteUrl: URL, address: string): string {
  const toAbsolute = (url: string) => {
    if (url.startsWith('#')) return address + url;
    return url.startsWith('/') ? siteUrl.origin + url : url;
  };
  return html
    .replace(/<span class="visually-hidden">[^<]*<\/span>/g, '')
    .replace(/<[^>]*>/g, (tag) =>
      tag.replace(/ (href|src|srcset)="([^"]*)"/g, (_, name: string, value: string) => {
        const urls = name === 'srcset' ? value.split(', ') : [value];
        return ` ${name}="${urls.map(toAbsolute).join(', ')}"`;
      }),
    );
}
