/** Every text, price, figure and link that the customer fixed, on its page, word for word. */
import { describe, expect, it, test } from 'vitest';
import {
  getPage,
  listAttributes,
  listTypefaces,
  readPages,
  weigh,
  weighFile,
  weighQuickly,
  type BuiltPage,
} from '../../support/built-site.ts';

const pages = await readPages();
const posts = [...pages.values()].filter(({ $ }) => $('.share-links').length > 0);

const optimization = '/services/business-operations/process-optimization';

/** What a page says; with an address, as a link that leads there. */
const said: readonly [path: string, text: string, href?: string][] = [
  ['/', 'Get the growth you deserve'],
  ['/', 'The Hard Truth'],
  ['/', 'Your Growth Has Stalled'],
  ['/', 'Your Tech Stack Is a Mess'],
  ['/', "Generic AI Won't Pay Your Bills"],
  ['/', 'Three Ways We Engage'],
  ['/', 'from $3,000'],
  ['/', 'from $200/h'],
  ['/', 'Custom price'],
  ['/', 'Who Trusts Us'],
  ['/', "Done with excuses? Let's build your growth engine."],
  ['/', '50+ B2B SaaS companies'],
  ['/', "Let's Talk", '/contact'],
  ['/', "Let's Talk Growth", '/contact'],
  ['/', 'Show Me the Playbook', '/resources/growth-playbook'],
  ['/', 'Untangle My Stack', '/services/business-operations'],
  ['/', 'Show Me How', '/services/ai'],
  ['/', 'Get Audit', '/contact?offer=audit#audit'],
  ['/', 'Start Advisory', '/contact?offer=advisory#advisory'],
  ['/', 'Explore As-a-Service', '/contact?offer=as-a-service#as-a-service'],
  ['/', 'Book Free Consultation Call', '/contact'],
  ['/', '61×'],
  ['/about', 'Our Story'],
  ['/about', 'Our Approach'],
  ['/about', 'We Get Inside Your Business'],
  ['/about', 'We Speak Founder, Not Buzzword'],
  ['/about', 'Tools That Work, Not Tools That Complicate'],
  ['/about', 'Your Growth Is Our P&L'],
  ['/about', 'Who We Are'],
  [
    '/about',
    'Our Proof Points $15M ARR built at a previous company 61× ROAS on organic 10+ industries served 100s of processes automated Our Approach',
  ],
  ['/about', 'Grab a Virtual Coffee', '/contact'],
  ['/contact', 'Stop Guessing - Get Growth Answers Now'],
  ['/contact', "Tell Us What's Holding You Back"],
  ['/contact', "Let's Connect"],
  ['/contact', 'Office Hours'],
  ['/contact', 'Monday to Friday'],
  ['/contact', '9:00 AM to 6:00 PM EST'],
  ['/contact', 'typically respond within 24 business hours'],
  ['/contact', 'within one business day'],
  ['/contact', 'Follow Us'],
  ['/contact', 'Trusted By Leading Companies'],
  ['/contact', 'remote-first'],
  ['/contact', "Main challenge you're trying to solve"],
  ['/services', 'Cut Revenue Leaks with Growth Consulting'],
  [
    '/services',
    'Targeted audits, CRM setup, marketing strategy, sales optimization and AI integration - solve your biggest revenue bottlenecks.',
  ],
  ['/services', 'How We Engage'],
  ['/services', 'Model What It Is From CTA'],
  ['/services', 'Advisory & Kickstart'],
  ['/services', 'From $3,000'],
  ['/services/business-operations', 'Our Business Operations Services'],
  ['/services/business-operations', 'Ready to Transform Your Business Operations?'],
  ['/services/business-operations', 'Book a Free Consultation', '/contact'],
  [optimization, 'Overview'],
  [optimization, 'Key Benefits'],
  [optimization, 'Our Process'],
  [optimization, 'Ready to Get Started?'],
  [optimization, "Let's discuss how Process Optimization can transform your business."],
  [optimization, 'Related Services'],
  [
    '/blog',
    'Insights, strategies, and thought leadership on growth, AI implementation, and operational excellence for B2B SaaS founders.',
  ],
  ['/blog', 'Featured Post'],
  ['/blog', 'Latest Articles'],
  ['/blog', 'Read Article'],
  ['/blog/thank-you', 'Your Content Has Been Published!'],
  ['/blog/thank-you', 'Back to Contentful'],
  ['/blog/thank-you', 'up to 2 minutes'],
  ['/blog/thank-you', 'View Blog', '/blog'],
  ['/resources', 'Growth Resources'],
  ['/resources', 'Featured Resource'],
  ['/resources', 'All Resources'],
  ['/resources', 'Read Now'],
  ['/resources/growth-playbook', '15 min read'],
  ['/resources/growth-playbook', 'Schedule a Strategy Session', '/contact'],
  ['/services/ai/strategy-roadmap', 'Book a Call', '/contact'],
  ['/services/ai/strategy-roadmap', 'Back to All Services', '/services'],
];

describe('the fixed texts and links', () => {
  it.each([...Map.groupBy(said, ([path]) => path)])('are on %s', (path, rows) => {
    const { $, text } = getPage(pages, path);
    for (const [, words, href] of rows) {
      expect(text).toContain(words);
      const links = $('a').filter((_, link) => $(link).text().trim() === words);
      const hrefs = links.map((_, link) => link.attribs.href);
      if (href) expect([...new Set(hrefs.get())], words).toEqual([href]);
    }
  });

  it('end every blog post with the closing panel', () => {
    expect(posts.length).toBeGreaterThan(2);
    for (const { text, $ } of posts) {
      expect(text).toContain('Ready to implement these strategies?');
      expect(text).toContain(
        'Our team of experts can help you apply these insights to your business and achieve real, measurable results.',
      );
      expect(text).toContain('Share this article');
      expect($('.closing-panel a').attr('href')).toBe('/contact');
    }
  });
});

test('titles and descriptions fit search results', () => {
  for (const { path, $ } of pages.values()) {
    if ($('link[rel=canonical]').length === 0) continue;
    const title = $('title').text();
    const description = $('meta[name=description]').attr('content') ?? '';
    expect(title.length, `${path} ${title}`).toBeGreaterThanOrEqual(15);
    expect(title.length, `${path} ${title}`).toBeLessThanOrEqual(60);
    expect(description.length, `${path} ${description}`).toBeGreaterThanOrEqual(45);
    expect(description.length, `${path} ${description}`).toBeLessThanOrEqual(160);
  }
});

describe('the fixed links', () => {
  it('lead from a service to its category on the services page, also for marketing and sales', () => {
    for (const category of ['business-operations', 'marketing', 'sales', 'ai'])
      for (const { $, path } of pages.values())
        if (path.startsWith(`/services/${category}/`))
          expect($('.breadcrumb a').eq(1).attr('href')).toBe(`/services#${category}`);
  });

  it('lead from the header to the five sections and the contact page, on every page', () => {
    const sections = ['services', 'blog', 'resources', 'about', 'contact', 'contact'];
    for (const page of pages.values())
      expect(listAttributes(page, '.site-header :is(nav a, .button)', 'href')).toEqual(
        sections.map((name) => `/${name}`),
      );
  });

  it('lead from the footer to services, company, resources and legal pages, on every page', () => {
    const expected = [
      ...['business-operations', 'marketing', 'sales', 'ai'].map((slug) => `/services/${slug}`),
      ...['/about', '/contact', '/blog', '/careers', '/resources'],
      ...['growth-playbook', 'tech-stack-guide', 'ai-implementation-guide'].map(
        (slug) => `/resources/${slug}`,
      ),
      ...['/privacy', '/terms', '/cookies'],
    ];
    for (const page of pages.values())
      expect(listAttributes(page, '.footer nav a', 'href')).toEqual(expected);
  });

  it('mark the section of a page', () => {
    const active = (path: string, current = '=page') =>
      listAttributes(getPage(pages, path), `.site-header__links [aria-current${current}]`, 'href');
    expect(active('/services')).toEqual(['/services']);
    expect(active('/services/ai/strategy-roadmap', '=true')).toEqual(['/services']);
    expect(active('/blog/thank-you', '=true')).toEqual(['/blog']);
    expect(active('/blog/thank-you')).toEqual([]);
    expect(active('/')).toEqual([]);
  });

  it('jump to Business Operations, AI, Marketing and Sales on the services page', () => {
    const { $ } = getPage(pages, '/services');
    const jumps = $('.jump-links a').map((_, link) => [
      [$(link).text().trim(), $(link).attr('href')],
    ]);
    expect(jumps.get()).toEqual([
      ['Business Operations', '#business-operations'],
      ['AI', '#ai'],
      ['Marketing', '#marketing'],
      ['Sales', '#sales'],
    ]);
  });

  it('offer each of the 13 services as a card with its title, blurb and Explore link', () => {
    const { $ } = getPage(pages, '/services');
    const cards = $('.service-cards li');
    expect(cards.length).toBe(13);
    cards.each((_, card) => {
      const title = $(card).find('h3').text().trim();
      expect($(card).find('a').text().trim()).toBe(`Explore ${title}`);
      expect($(card).find('p').text().length).toBeGreaterThan(20);
    });
  });
});

/** The file that a phone chooses for the picture on the first screen of a page. */
const listPictures = ({ $ }: BuiltPage) =>
  $('picture:has(img:not([loading=lazy])) source:first-child')
    .map((_, source) => /\S+(?= 800w)/.exec($(source).attr('srcset') ?? '')?.[0])
    .get();

async function weighFirstVisit(page: BuiltPage, weighText = weighQuickly): Promise<number> {
  const files = [...listTypefaces(page), ...listPictures(page)];
  const sizes = await Promise.all(files.map(weighFile));
  return sizes.reduce((sum, size) => sum + size, weighText(page.html));
}

test('the first visit takes at most 30,500 bytes on the home page, 40,000 on a post with its picture', async () => {
  expect(await weighFirstVisit(getPage(pages, '/'), weigh)).toBeLessThanOrEqual(30_500);
  for (const post of posts)
    expect(await weighFirstVisit(post), post.path).toBeLessThanOrEqual(40_000);
});
