/** The JSON-LD of every built page: one graph that agrees with the visible page. */
import { beforeAll, describe, expect, it } from 'vitest';
import { engagements } from '../../src/data/engagements.ts';
import { services } from '../../src/data/services/index.ts';
import { team } from '../../src/data/team.ts';
import { formatDate } from '../../src/engine/content/read.ts';
import { getPage, listFiles, readPages, type BuiltPage } from '../support/built-site.ts';

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists all objects at any depth. */
function listObjects(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(listObjects);
  return isNode(value) ? [value, ...Object.values(value).flatMap(listObjects)] : [];
}

/** Lists all nodes at any depth, without references. */
const listNodes = (value: unknown) => listObjects(value).filter((node) => '@type' in node);

const readGraph = ({ $ }: BuiltPage): unknown =>
  JSON.parse($('script[type="application/ld+json"]').text());

let pages: Map<string, BuiltPage>;
let files: Set<string>;
/** The pages that search engines index, each with the nodes of its graph. */
const graphs = new Map<string, BuiltPage & { nodes: Node[]; references: unknown[] }>();

beforeAll(async () => {
  pages = await readPages();
  files = new Set(await listFiles());
  for (const page of pages.values()) {
    if (page.$('link[rel=canonical]').length === 0) continue;
    const objects = listObjects(readGraph(page));
    graphs.set(page.path, {
      ...page,
      nodes: objects.filter((node) => '@type' in node),
      references: objects
        .filter((node) => Object.keys(node).join() === '@id')
        .map((node) => node['@id']),
    });
  }
});

const getNode = (path: string, type: string): Node => {
  const node = graphs.get(path)?.nodes.find((one) => one['@type'] === type);
  if (!node) throw new Error(`${path} says nothing about a ${type}.`);
  return node;
};

describe('the graph of a page', () => {
  it('is single, exists on indexed pages only, and has no empty value', () => {
    expect(graphs.size).toBeGreaterThan(20);
    for (const page of pages.values()) {
      const isIndexed = graphs.has(page.path);
      expect(page.$('script[type="application/ld+json"]').length, page.path).toBe(
        Number(isIndexed),
      );
      if (isIndexed) expect(Object.keys(readGraph(page) ?? {})).toEqual(['@context', '@graph']);
    }
    for (const [path, { nodes }] of graphs)
      for (const value of nodes.flatMap((node) => Object.values(node)))
        expect(value === '' || value === null, path).toBe(false);
  });

  it('refers only to nodes of its own page, or of the page that defines them', () => {
    for (const [path, { nodes, references }] of graphs)
      for (const reference of references) {
        const home = new URL(String(reference)).pathname;
        const known = [...nodes, ...(graphs.get(home)?.nodes ?? [])].map((node) => node['@id']);
        expect(known, path).toContain(reference);
      }
  });

  it('has absolute addresses of existing pages and files only', () => {
    for (const [path, { nodes }] of graphs)
      for (const node of nodes)
        for (const name of ['@id', 'url', 'item', 'image', 'logo'].filter((one) => one in node)) {
          const { origin, pathname, href } = new URL(String(node[name]));
          expect(origin, path).toBe('http://127.0.0.1:4321');
          expect(pages.has(pathname) || files.has(pathname), `${path} → ${href}`).toBe(true);
        }
  });
});

describe('the graph agrees with the visible page', () => {
  it('on canonical address and title', () => {
    for (const [path, { $, nodes }] of graphs) {
      const self = nodes.find((node) => node['@id'] === $('link[rel=canonical]').attr('href'));
      expect(self?.url, path).toBe(self?.['@id']);
      expect(self?.name, path).toBe($('meta[property="og:title"]').attr('content'));
      expect($('title').text(), path).toContain(self?.name);
    }
  });

  it('on the words and links of the breadcrumb, whose last item is the page', () => {
    let breadcrumbs = 0;
    for (const [path, { $, nodes }] of graphs) {
      const shown = $('.breadcrumb li')
        .map((_, item) => {
          const href = $(item).find('a').attr('href');
          const address = href === undefined ? href : new URL(href, 'http://127.0.0.1:4321').href;
          return { name: $(item).text().trim(), item: address };
        })
        .get();
      const list = nodes.find((node) => node['@type'] === 'BreadcrumbList');
      const said = listNodes(list?.itemListElement).map(({ name, item }) => ({ name, item }));
      expect(said, path).toEqual(shown);
      if (shown.length === 0) continue;
      breadcrumbs++;
      expect($('.breadcrumb [aria-current]').attr('aria-current'), path).toBe('page');
      expect($('.breadcrumb li:last-child > [aria-current]').length, path).toBe(1);
    }
    expect(breadcrumbs).toBeGreaterThan(10);
  });

  it('on title, author, day and tags of a post', () => {
    const posts = [...graphs.values()].filter(({ nodes }) =>
      nodes.some((node) => node['@type'] === 'BlogPosting'),
    );
    expect(posts.length).toBeGreaterThan(2);
    for (const { path, $ } of posts) {
      const post = getNode(path, 'BlogPosting');
      expect(post.headline).toBe($('h1').text());
      expect(isNode(post.author) && post.author.name).toBe($('.byline span').first().text());
      expect(formatDate(String(post.datePublished))).toBe($('.article-heading time').text());
      expect([post.dateModified ?? '9', post.datePublished].toSorted()[0]).toBe(post.datePublished);
      const tags = $('.article-heading .tags li').map((_, tag) => $(tag).text().trim());
      expect(post.keywords ?? []).toEqual(tags.get());
      const picture = $('.article-heading .picture img').attr('src');
      if (picture) expect(post.image).toBe(`http://127.0.0.1:4321${picture}`);
    }
  });

  it('on title, author and type of a resource', () => {
    for (const { path, $ } of graphs.values()) {
      if (!path.startsWith('/resources/')) continue;
      const article = getNode(path, 'Article');
      expect(article.headline).toBe($('h1').text());
      expect(article.articleSection).toBe($('.badge').text().trim());
      expect(isNode(article.author) && article.author.name).toBe($('.byline span').last().text());
    }
  });

  it('on name, overview, category and provider of a service', () => {
    const details = [...graphs.values()].filter(({ path }) => /^\/services\/.*\//.test(path));
    expect(details.length).toBe(services.length);
    for (const { path, $ } of details)
      expect(getNode(path, 'Service')).toMatchObject({
        name: $('h1').text(),
        description: $('.service-detail .overview').text(),
        category: $('.breadcrumb li').eq(1).text().trim(),
        provider: { '@id': getNode('/', 'Organization')['@id'] },
      });
  });

  it('on every service and every offer of the services page', () => {
    const { $ } = getPage(pages, '/services');
    const nodes = graphs.get('/services')?.nodes ?? [];
    const ofType = (type: string) => nodes.filter((node) => node['@type'] === type);
    const linked = $('main a[href^="/services/"]').map((_, link) => $(link).attr('href'));
    expect(ofType('Service').map(({ url }) => new URL(String(url)).pathname)).toEqual([
      ...new Set(linked.get()),
    ]);
    const names = $('.engagement tbody th').map((_, name) => $(name).text().trim());
    expect(ofType('Offer').map(({ name }) => name)).toEqual(names.get());
    expect(ofType('Offer').map(({ priceSpecification: price }) => price)).toEqual(
      engagements
        .map(
          ({ priceFrom: price }) =>
            price && {
              '@type': price.unit === 'hour' ? 'UnitPriceSpecification' : 'PriceSpecification',
              minPrice: price.amount,
              priceCurrency: price.currency,
              ...(price.unit === 'hour' && { unitCode: 'HUR' }),
            },
        )
        .map((price) => price ?? undefined),
    );
  });

  it('on the partners of the About page and the phone numbers of the contact page', () => {
    const partners = listNodes(getNode('/about', 'Organization').employee);
    expect(partners.length).toBe(team.length);
    for (const text of partners.flatMap(({ name, jobTitle }) => [name, jobTitle]))
      expect(getPage(pages, '/about').text).toContain(String(text));
    const numbers = getPage(pages, '/contact').$('a[href^="tel:"]');
    const points = listNodes(getNode('/contact', 'Organization').contactPoint);
    expect(points.map(({ telephone }) => `tel:${String(telephone)}`)).toEqual(
      numbers.map((_, link) => link.attribs.href).get(),
    );
  });
});
