/** The JSON-LD of every built page: one graph that agrees with the visible page. */

import { describe, expect, it } from 'vitest';
import { services } from '#data/services/index.ts';
import { team } from '#data/team.ts';
import { formatDate } from '#engine/content/read.ts';
import { isRecord } from '#engine/base/schemas.ts';
import { getPage, listFiles, readPages, type BuiltPage } from '../support/built-site.ts';

type Node = Record<string, unknown>;

/** Lists all objects at any depth. */
function listObjects(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(listObjects);
  return isRecord(value) ? [value, ...Object.values(value).flatMap(listObjects)] : [];
}

const origin = 'http://127.0.0.1:4321';
const script = 'script[type="application/ld+json"]';

const pages = await readPages();
const files = await listFiles();
/** The pages that search engines index, each with the nodes of its graph at any depth. */
const graphs = new Map<
  string,
  BuiltPage & { graph: unknown[]; nodes: Node[]; references: unknown[] }
>();
for (const page of pages.values()) {
  if (page.$('link[rel=canonical]').length === 0) continue;
  const graph: unknown = JSON.parse(page.$(script).text());
  const objects = listObjects(graph);
  const isReference = (node: Node) => Object.keys(node).join() === '@id';
  graphs.set(page.path, {
    ...page,
    graph: isRecord(graph) && Array.isArray(graph['@graph']) ? graph['@graph'] : [],
    nodes: objects.filter((node) => '@type' in node),
    references: objects.filter(isReference).map((node) => node['@id']),
  });
}

const listNodes = (path: string, type: string) =>
  (graphs.get(path)?.nodes ?? []).filter((node) => node['@type'] === type);

const getNode = (path: string, type: string): Node => {
  const [node] = listNodes(path, type);
  if (!node) throw new Error(`${path} says nothing about a ${type}.`);
  return node;
};

describe('the graph of a page', () => {
  it('is single, exists on indexed pages only, and has no empty property', () => {
    expect(graphs.size).toBeGreaterThan(20);
    for (const { path, $ } of pages.values())
      expect($(script).length, path).toBe(Number(graphs.has(path)));
    for (const [path, { nodes }] of graphs)
      expect(nodes.flatMap(Object.values), path).not.toContain('');
  });

  it('refers only to nodes of its own page, because readers of structured data read one', () => {
    for (const [path, { nodes, references }] of graphs)
      expect(
        nodes.map((node) => node['@id']),
        path,
      ).toEqual(expect.arrayContaining(references));
  });

  it('has the logo and the profiles of the firm, and pictures that every reader draws', () => {
    for (const path of graphs.keys()) {
      const { logo, sameAs } = getNode(path, 'Organization');
      expect([logo, sameAs], path).not.toContain(undefined);
    }
    const images = [...graphs.values()].flatMap(({ nodes }) =>
      nodes.flatMap(({ image }) => image ?? []),
    );
    expect(images.length).toBeGreaterThan(5);
    for (const image of images) expect(image).toMatch(/\.(?:jpg|jpeg|png|webp|avif|gif)$/);
  });

  it('has absolute addresses of existing pages and files only', () => {
    for (const [path, { nodes }] of graphs)
      for (const node of nodes)
        for (const name of ['@id', 'url', 'item', 'image', 'logo'].filter((one) => one in node)) {
          const address = new URL(String(node[name]));
          expect(address.origin, path).toBe(origin);
          const isThere = pages.has(address.pathname) || files.includes(address.pathname);
          expect(isThere, `${path} → ${address.href}`).toBe(true);
        }
  });
});

describe('the graph agrees with the visible page', () => {
  it('on canonical address and title', () => {
    for (const [path, { $, nodes }] of graphs) {
      const self = nodes.find((node) => node['@id'] === $('link[rel=canonical]').attr('href'));
      expect(self?.url, path).toBe(self?.['@id']);
      expect(self?.name, path).toBe($('meta[property="og:title"]').attr('content'));
    }
  });

  it('on the words and links of the breadcrumb, whose last item is the page', () => {
    let breadcrumbs = 0;
    for (const [path, { $ }] of graphs) {
      const shown = $('.breadcrumb li').map((_, item) => {
        const href = $(item).find('a').attr('href');
        const address = href === undefined ? href : new URL(href, origin).href;
        return { name: $(item).text().trim(), item: address };
      });
      const said = listNodes(path, 'ListItem').map(({ name, item }) => ({ name, item }));
      expect(said, path).toEqual(shown.get());
      if (shown.length === 0) continue;
      breadcrumbs++;
      expect($('.breadcrumb [aria-current]').attr('aria-current'), path).toBe('page');
      expect($('.breadcrumb li:last-child > [aria-current]').length, path).toBe(1);
    }
    expect(breadcrumbs).toBeGreaterThan(10);
  });

  it('on title, author and type of a resource, and on title, author, day, tags and picture of a post', () => {
    for (const { path, $ } of graphs.values())
      if (path.startsWith('/resources/'))
        expect(getNode(path, 'Article')).toMatchObject({
          headline: $('h1').text(),
          articleSection: $('.badge').text().trim(),
          author: { name: $('.article .byline span').last().text() },
          publisher: { '@id': getNode('/', 'Organization')['@id'] },
        });

    let posts = 0;
    for (const { path, $ } of graphs.values())
      for (const post of listNodes(path, 'BlogPosting')) {
        posts += 1;
        const name = $('.byline > *').first().text();
        expect(post).toMatchObject({ headline: $('h1').text(), author: { name } });
        const partner = team.find((one) => one.name === name);
        expect($('.article .partner').text()).toContain(partner?.bio ?? '');
        const time = $('.article-heading time');
        expect(time.attr('datetime')).toBe(post.datePublished);
        expect(time.text()).toBe(formatDate(String(post.datePublished), 'en-US'));
        const tags = $('.article-heading .tags li').map((_, tag) => $(tag).text().trim());
        expect(post.keywords ?? []).toEqual(tags.get());
        const picture = $('.article-heading .picture img').attr('src');
        if (picture && !picture.endsWith('.svg')) expect(post.image).toBe(origin + picture);
      }
    expect(posts).toBeGreaterThan(1);
  });

  it('on name, overview, category, provider and first step of a service', () => {
    const details = [...graphs.values()].filter(({ path }) => /^\/services\/.*\//.test(path));
    expect(details.length).toBe(services.length);
    for (const { path, $ } of details)
      expect(getNode(path, 'Service')).toMatchObject({
        name: $('h1').text(),
        description: $('.service-detail .overview').text(),
        category: $('.breadcrumb li').eq(1).text().trim(),
        provider: { '@id': getNode('/', 'Organization')['@id'] },
        offers: listNodes('/services', 'Offer')[0],
      });
  });

  it('on every offer of the services page', () => {
    const { $ } = getPage(pages, '/services');
    const names = $('.engagement tbody th[scope=row]').map((_, name) => $(name).text().trim());
    const offers = listNodes('/services', 'Offer');
    expect(offers.map(({ name }) => name)).toEqual(names.get());
    const prices = $('.engagement .price').map((_, price) => $(price).text().replace(/\D/g, ''));
    const listDigits = (price: unknown) =>
      (Number.isInteger(price) ? String(price) : Number(price).toFixed(2)).replace('.', '');
    expect(
      offers.map(({ priceSpecification: said }) =>
        isRecord(said) ? listDigits(said.minPrice) : '',
      ),
    ).toEqual(prices.get());
  });

  it('on the partners of the About page and the phone numbers of the contact page', () => {
    const partners = listObjects(getNode('/about', 'Organization').employee);
    expect(partners.length).toBe(team.length);
    for (const { name, jobTitle } of partners)
      for (const said of [name, jobTitle])
        expect(getPage(pages, '/about').text).toContain(String(said));
    for (const { sameAs } of [getNode('/about', 'Organization'), ...partners])
      for (const address of [sameAs].flat())
        expect(getPage(pages, '/about').$(`a[href="${String(address)}"]`).length).not.toBe(0);
    const numbers = getPage(pages, '/contact').$('main a[href^="tel:"]');
    expect(
      listNodes('/contact', 'ContactPoint').map(({ telephone }) => `tel:${String(telephone)}`),
    ).toEqual(numbers.map((_, link) => link.attribs.href).get());
  });
});
