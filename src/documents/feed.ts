/** The blog as RSS 2.0 with whole articles. */
import { getRssString } from '@astrojs/rss';
import { itemPath, type ItemOf, type Picture } from '#engine/declare/collections.ts';
import { directBlocks, formatMoment, shortenText } from '#engine/content/read.ts';
import { posts as collection, type Post } from '#collections/posts.ts';
import { company } from '#data/company.ts';
import { messages } from '#data/messages.ts';
import { feedPath, routes } from '#data/routes.ts';
import { escapeHtml } from '#engine/base/text.ts';
import { getShareImagePath, isRaster, shareImageSize } from './share-card.ts';

/** Makes addresses absolute and removes text that our styles hide. In a body `<`, `>` and quotes are only in tags. */
function renderForElsewhere(html: string, siteUrl: URL, address: string): string {
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

const renderPicture = ({
  src,
  alt,
  width,
  height,
}: Pick<Picture, 'src' | 'alt' | 'width' | 'height'>) => {
  const size = width && height ? ` width="${width}" height="${height}"` : '';
  return `<p><img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}"${size}></p>`;
};

/** Renders the feed. The same posts give the same bytes, because all dates come from the content. */
export function renderFeed(
  posts: readonly ItemOf<Post>[],
  siteUrl: URL,
  language: string,
): Promise<string> {
  const getAddress = (path: string) => new URL(path, siteUrl).href;
  const lastChange = Math.max(
    ...posts.map(({ record }) => Date.parse(record.updatedAt)).filter(Number.isFinite),
  );
  return getRssString({
    title: `${company.name} Blog`,
    description: messages.posts.intro,
    site: getAddress(routes.blog),
    trailingSlash: false,
    xmlns: { atom: 'http://www.w3.org/2005/Atom', dc: 'http://purl.org/dc/elements/1.1/' },
    customData: [
      `<language>${escapeHtml(language)}</language>`,
      `<atom:link href="${escapeHtml(getAddress(feedPath))}" rel="self" type="application/rss+xml"/>`,
      Number.isFinite(lastChange)
        ? `<lastBuildDate>${new Date(lastChange).toUTCString()}</lastBuildDate>`
        : '',
    ].join(''),
    items: posts.map(({ record, body }) => {
      const { slug, title, author, excerpt, publishedDate, tags, featuredImage } = record;
      const address = getAddress(itemPath(collection, slug));
      const date = formatMoment(publishedDate, company.timeZone);
      const shared = getShareImagePath(itemPath(collection, slug), title, {
        picture: featuredImage?.src,
      });
      const picture = featuredImage && {
        ...featuredImage,
        ...(!isRaster(featuredImage.src) && { src: shared, ...shareImageSize }),
      };
      const html = (picture ? renderPicture(picture) : '') + body.html;
      return {
        link: address,
        title: title || slug, // RSS requires a title here
        // Readers of feeds take a description for HTML: https://www.rssboard.org/rss-profile#element-channel-item-description
        description: escapeHtml(shortenText(excerpt || (record.opening ?? ''))) || undefined,
        categories: [...tags],
        content: html
          ? renderForElsewhere(directBlocks(html, language), siteUrl, address)
          : undefined,
        customData: [
          // The id of the entry stays when its address changes.
          `<guid isPermaLink="false">contentful:${escapeHtml(record.id)}</guid>`,
          date && `<pubDate>${date}</pubDate>`,
          author && `<dc:creator>${escapeHtml(author)}</dc:creator>`,
        ].join(''),
      };
    }),
  });
}
