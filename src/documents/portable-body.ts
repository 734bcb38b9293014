/**
 * Prepares a rendered body (content/pull/rich-text/render.ts) for feeds and Markdown: makes addresses absolute,
 * and removes text that our styles hide. Patterns suffice, because in such a body `<`, `>` and quotes
 * only occur in tags.
 */
export function renderForElsewhere(html: string, siteUrl: URL, address: string): string {
  const toAbsolute = (url: string) => {
    if (url.startsWith('#')) return address + url;
    return url.startsWith('/') ? siteUrl.origin + url : url;
  };
  return html
    .replace(/<span class="visually-hidden">[^<]*<\/span>/g, '')
    .replace(/ (href|src|srcset)="([^"]*)"/g, (_, name: string, value: string) => {
      const urls = name === 'srcset' ? value.split(', ') : [value];
      return ` ${name}="${urls.map(toAbsolute).join(', ')}"`;
    });
}
