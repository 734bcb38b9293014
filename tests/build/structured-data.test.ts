/** The JSON-LD of every built page (design §5, promise 5): one graph that agrees with the visible page. */
import { beforeAll, describe, expect, it } from 'vitest';
import { engagements } from '../../src/data/engagements.ts';
import { services } from '../../src/data/services/index.ts';
import { team } from '../../src/data/team.ts';
import { formatDate } from '../../src/engine/content/read.ts';
import { getPage, listFiles, readPages, type BuiltPage } from '../support/built-site.ts';

type Node = Record<string, unknown>;

/**
 * The required and the optional properties of each type; any other property is a mistake. Required are the
 * properties that readers of schema.org need, and those that Google's documentation requires or recommends
 * where the content has them. Ratings and reviews are absent, because nobody has given any.
 */
const table: Record<string, { required: readonly string[]; optional?: readonly string[] }> = {
  Organization: {
    required: ['name', 'url'],
    optional: [
      '@id',
      'legalName',
      'slogan',
      'description',
      'logo',
      'sameAs',
      'hasOfferCatalog',
      'employee',
      'contactPoint',
    ],
  },
  Person: { required: ['name'], optional: ['@id', 'url', 'jobTitle', 'sameAs'] },
  ContactPoint: { required: ['name', 'telephone', 'contactType'] },
  WebSite: { required: ['@id', 'name', 'url', 'inLanguage', 'publisher'] },
  WebPage: { required: ['@id', 'url', 'name', 'isPartOf'], optional: ['breadcrumb'] },
  CollectionPage: { required: ['@id', 'url', 'name', 'isPartOf'], optional: ['breadcrumb'] },
  AboutPage: { required: ['@id', 'url', 'name', 'isPartOf', 'mainEntity'] },
  ContactPage: { required: ['@id', 'url', 'name', 'isPartOf', 'mainEntity'] },
  BreadcrumbList: { required: ['@id', 'itemListElement'] },
  ListItem: { required: ['position', 'name'], optional: ['item'] },
  Blog: { required: ['@id', 'name', 'mainEntityOfPage', 'publisher'] },
  BlogPosting: {
    required: [
      '@id',
      'headline',
      'image',
      'author',
      'datePublished',
      'mainEntityOfPage',
      'publisher',
      'isPartOf',
    ],
    optional: ['dateModified', 'articleSection', 'keywords'],
  },
  Article: {
    required: [
      '@id',
      'headline',
      'image',
      'author',
      'mainEntityOfPage',
      'publisher',
      'articleSection',
    ],
    optional: ['dateModified'],
  },
  // In a catalogue a service has its name and address; its page has the other properties.
  Service: {
    required: ['@id', 'name', 'url'],
    optional: ['description', 'category', 'mainEntityOfPage', 'provider', 'hasOfferCatalog'],
  },
  OfferCatalog: { required: ['name', 'itemListElement'], optional: ['@id'] },
  Offer: {
    required: ['name', 'description', 'url', 'offeredBy'],
    optional: ['priceSpecification'],
  },
  PriceSpecification: { required: ['minPrice', 'priceCurrency'] },
  UnitPriceSpecification: { required: ['minPrice', 'priceCurrency', 'unitCode'] },
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists all nodes of a graph at any depth, without references. */
function listNodes(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(listNodes);
  if (!isNode(value)) return [];
  const inner = Object.values(value).flatMap(listNodes);
  return '@type' in value ? [value, ...inner] : inner;
}

function listReferences(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(listReferences);
  if (!isNode(value)) return [];
  return Object.keys(value).join() === '@id'
    ? [value['@id']]
    : Object.values(value).flatMap(listReferences);
}

const readGraph = ({ $ }: BuiltPage): unknown =>
  JSON.parse($('script[type="application/ld+json"]').text());

let pages: Map<string, BuiltPage>;
let files: Set<string>;
/** The graphs of indexed pages. */
const graphs = new Map<string, { page: BuiltPage; nodes: Node[]; references: unknown[] }>();

beforeAll(async () => {
  pages = await readPages();
  files = new Set(await listFiles());
  for (const page of pages.values())
    if (page.$('link[rel=canonical]').length > 0) {
      const graph = readGraph(page);
      graphs.set(page.path, {
        page,
        nodes: listNodes(isNode(graph) ? graph['@graph'] : null),
        references: listReferences(graph),
      });
    }
});

const getNode = (path: string, type: string): Node => {
  const node = graphs.get(path)?.nodes.find((one) => one['@type'] === type);
  if (!node) throw new Error(`${path} says nothing about a ${type}.`);
  return node;
};

describe('the graph of a page', () => {
  it('is single, and exists on indexed pages only', () => {
    expect(graphs.size).toBeGreaterThan(20);
    for (const { $, path } of pages.values())
      expect($('script[type="application/ld+json"]').length, path).toBe(graphs.has(path) ? 1 : 0);
    for (const { page } of graphs.values())
      expect(Object.keys(readGraph(page) ?? {})).toEqual(['@context', '@graph']);
  });

  it('has the required properties of each type, and no unknown ones', () => {
    for (const { page, nodes } of graphs.values())
      for (const { '@type': type, ...properties } of nodes) {
        const { required, optional = [] } = table[String(type)] ?? { required: ['a known type'] };
        const names = Object.keys(properties);
        const place = `${page.path}: ${String(type)}`;
        expect(names, place).toEqual(expect.arrayContaining([...required]));
        expect([...required, ...optional], place).toEqual(expect.arrayContaining(names));
        for (const [name, value] of Object.entries(properties))
          expect(value === '' || value === null, `${place} ${name}`).toBe(false);
      }
  });

  it('refers only to nodes of its own page, or of the page that defines them', () => {
    for (const [path, { nodes, references }] of graphs)
      for (const reference of references) {
        const home = new URL(String(reference)).pathname;
        const there = [...nodes, ...(graphs.get(home)?.nodes ?? [])];
        expect(
          there.some((node) => node['@id'] === reference),
          `${path} → ${String(reference)}`,
        ).toBe(true);
      }
  });

  it('describes a node in the same way on every page', () => {
    const known = new Map<unknown, unknown>();
    for (const [path, { nodes }] of graphs)
      for (const { '@id': id, '@type': type, name, headline } of nodes) {
        if (id === undefined) continue;
        const identity = { type, name, headline };
        expect(identity, path).toEqual(known.get(id) ?? identity);
        known.set(id, identity);
      }
  });

  it('has absolute addresses of existing pages only', () => {
    for (const [path, { nodes }] of graphs)
      for (const node of nodes)
        for (const name of ['@id', 'url', 'item', 'image', 'logo']) {
          if (!(name in node)) continue;
          const address = new URL(String(node[name]));
          expect(address.origin, path).toBe('http://127.0.0.1:4321');
          const target = address.pathname;
          expect(pages.has(target) || files.has(target), `${path} → ${address.href}`).toBe(true);
        }
  });
});

describe('the graph agrees with the visible page', () => {
  it('on canonical address and title', () => {
    for (const [path, { page, nodes }] of graphs) {
      const self = nodes.find((node) => node['@id'] === page.$('link[rel=canonical]').attr('href'));
      expect(self?.url, path).toBe(self?.['@id']);
      expect(self?.name, path).toBe(page.$('meta[property="og:title"]').attr('content'));
      expect(page.$('title').text(), path).toContain(self?.name);
    }
  });

  it('on the words and links of the breadcrumb', () => {
    let breadcrumbs = 0;
    for (const [path, { page, nodes }] of graphs) {
      const { $ } = page;
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
      if (shown.length > 0) breadcrumbs++;
    }
    expect(breadcrumbs).toBeGreaterThan(10);
  });

  it('on title, author, day and tags of a post', () => {
    const posts = [...graphs].filter(([, { nodes }]) =>
      nodes.some((node) => node['@type'] === 'BlogPosting'),
    );
    expect(posts.length).toBeGreaterThan(2);
    for (const [path, { page }] of posts) {
      const post = getNode(path, 'BlogPosting');
      const { $ } = page;
      expect(post.headline).toBe($('h1').text());
      expect(isNode(post.author) && post.author.name).toBe($('.byline span').first().text());
      expect(formatDate(String(post.datePublished))).toBe($('.article-heading time').text());
      const days = [post.dateModified ?? '9', post.datePublished];
      expect(days.toSorted()[0], path).toBe(post.datePublished);
      const tags = $('.article-heading .tags li')
        .map((_, tag) => $(tag).text().trim())
        .get();
      expect(post.keywords ?? []).toEqual(tags);
      const picture = $('.article-heading .picture img').attr('src');
      if (picture) expect(post.image).toBe(`http://127.0.0.1:4321${picture}`);
    }
  });

  it('on title, author and type of a resource', () => {
    for (const path of [...graphs.keys()].filter((one) => one.startsWith('/resources/'))) {
      const { $ } = getPage(pages, path);
      const article = getNode(path, 'Article');
      expect(article.headline).toBe($('h1').text());
      expect(article.articleSection).toBe($('.badge').text().trim());
      expect(isNode(article.author) && article.author.name).toBe($('.byline span').last().text());
    }
  });

  it('on name, overview, category and provider of a service', () => {
    const paths = [...graphs.keys()].filter((path) => /^\/services\/.*\//.test(path));
    expect(paths.length).toBe(services.length);
    for (const path of paths) {
      const { $ } = getPage(pages, path);
      expect(getNode(path, 'Service')).toMatchObject({
        name: $('h1').text(),
        description: $('.service-detail .overview').text(),
        category: $('.breadcrumb li').eq(1).text().trim(),
        provider: { '@id': getNode('/', 'Organization')['@id'] },
      });
    }
  });

  it('on every service card and every offer of the services page', () => {
    const { nodes } = graphs.get('/services') ?? { nodes: [] };
    const { $ } = getPage(pages, '/services');
    const addresses = nodes
      .filter((node) => node['@type'] === 'Service')
      .map(({ url }) => new URL(String(url)).pathname);
    const linked = $('main a[href^="/services/"]').map((_, link) => $(link).attr('href'));
    expect(addresses).toEqual([...new Set(linked.get())]);

    const rows = $('.engagement tbody tr')
      .map((_, row) => ({
        name: $(row).find('th').text().trim(),
        description: $(row).find('td').first().text().trim(),
        price: $(row).find('.price').text().trim(),
      }))
      .get();
    const offers = nodes.filter((node) => node['@type'] === 'Offer');
    expect(offers.map(({ name, description }) => ({ name, description }))).toEqual(
      rows.map(({ name, description }) => ({ name, description })),
    );
    expect(offers.map(({ priceSpecification }) => priceSpecification)).toEqual(
      engagements
        .map(
          ({ priceFrom }) =>
            priceFrom && {
              '@type': priceFrom.unit === 'hour' ? 'UnitPriceSpecification' : 'PriceSpecification',
              minPrice: priceFrom.amount,
              priceCurrency: priceFrom.currency,
              ...(priceFrom.unit === 'hour' && { unitCode: 'HUR' }),
            },
        )
        .map((price) => price ?? undefined),
    );
    expect(rows.map(({ price }) => price)).toEqual(
      engagements.map(({ table: { price } }) => price),
    );
  });

  it('on the partners of the About page and the phone numbers of the contact page', () => {
    const about = getPage(pages, '/about').text;
    const { employee } = getNode('/about', 'Organization');
    expect(listNodes(employee).length).toBe(team.length);
    for (const { name, jobTitle } of listNodes(employee)) {
      expect(about).toContain(String(name));
      expect(about).toContain(String(jobTitle));
    }
    const numbers = getPage(pages, '/contact').$('a[href^="tel:"]');
    const { contactPoint } = getNode('/contact', 'Organization');
    expect(listNodes(contactPoint).map(({ telephone }) => `tel:${String(telephone)}`)).toEqual(
      numbers.map((_, link) => link.attribs.href).get(),
    );
  });
});
