/** Every text, price, figure and link of the spec with a fixed place, on its page, word for word. */
import { beforeAll, describe, expect, it, test } from 'vitest';
import { getPage, listAttributes, readPages, type BuiltPage } from '../../support/built-site.ts';

let pages: Map<string, BuiltPage>;
beforeAll(async () => {
  pages = await readPages();
});

const texts: Record<string, readonly string[]> = {
  '/': [
    'Get the growth you deserve',
    "Let's Talk Growth",
    'The Hard Truth',
    'Your Growth Has Stalled',
    'Your Tech Stack Is a Mess',
    "Generic AI Won't Pay Your Bills",
    'Three Ways We Engage',
    'Audit',
    'from $3,000',
    'Advisory',
    'from $200/h',
    'As-a-Service',
    'Custom price',
    'Who Trusts Us',
    "Done with excuses? Let's build your growth engine.",
    '50+ B2B SaaS companies',
  ],
  '/about': [
    'Our Story',
    'Our Approach',
    'We Get Inside Your Business',
    'We Speak Founder, Not Buzzword',
    'Tools That Work, Not Tools That Complicate',
    'Your Growth Is Our P&L',
    'Who We Are',
    'Our Proof Points',
    '$15M',
    '61×',
    '10+',
    '100s',
  ],
  '/contact': [
    'Stop Guessing - Get Growth Answers Now',
    "Tell Us What's Holding You Back",
    "Let's Connect",
    'Office Hours',
    'Monday to Friday',
    '9:00 AM to 6:00 PM EST',
    'typically respond within 24 business hours',
    'within one business day',
    'Follow Us',
    'Trusted By Leading Companies',
    'remote-first',
    'Send Message',
    "Main challenge you're trying to solve",
  ],
  '/services': [
    'Cut Revenue Leaks with Growth Consulting',
    'Targeted audits, CRM setup, marketing strategy, sales optimization and AI integration - solve your biggest revenue bottlenecks.',
    'How We Engage',
    'Model',
    'What It Is',
    'From',
    'CTA',
    'Advisory & Kickstart',
    'From $3,000',
    '$200/h',
    'Custom price',
  ],
  '/services/business-operations': [
    'Our Business Operations Services',
    'Ready to Transform Your Business Operations?',
  ],
  '/services/business-operations/process-optimization': [
    'Overview',
    'Key Benefits',
    'Our Process',
    'Ready to Get Started?',
    "Let's discuss how Process Optimization can transform your business.",
    'Related Services',
    'Back to All Services',
  ],
  '/blog': [
    'Blog',
    'Insights, strategies, and thought leadership on growth, AI implementation, and operational excellence for B2B SaaS founders.',
    'Featured Post',
    'Latest Articles',
    'Read Article',
  ],
  '/blog/thank-you': [
    'Your Content Has Been Published!',
    'View Blog',
    'Back to Contentful',
    'up to 2 minutes',
  ],
  '/resources': ['Growth Resources', 'Featured Resource', 'All Resources', 'Read Now'],
  '/resources/growth-playbook': ['Playbook', '15 min read'],
  '/resources/tech-stack-guide': ['Guide', '12 min read'],
  '/resources/ai-implementation-guide': ['Implementation Guide', '18 min read'],
};

const links: readonly (readonly [path: string, label: string, href: string])[] = [
  ['/', "Let's Talk", '/contact'],
  ['/', "Let's Talk Growth", '/contact'],
  ['/', 'Show Me the Playbook', '/resources/growth-playbook'],
  ['/', 'Untangle My Stack', '/services/business-operations'],
  ['/', 'Show Me How', '/services/ai'],
  ['/', 'Get Audit', '/contact'],
  ['/', 'Start Advisory', '/contact'],
  ['/', 'Explore As-a-Service', '/contact'],
  ['/', 'Book Free Consultation Call', '/contact'],
  ['/about', 'Grab a Virtual Coffee', '/contact'],
  ['/services/business-operations', 'Book a Free Consultation', '/contact'],
  ['/services/ai', 'Book a Free Consultation', '/contact'],
  ['/services/ai/strategy-roadmap', 'Book a Call', '/contact'],
  ['/services/ai/strategy-roadmap', 'Back to All Services', '/services'],
  ['/blog/thank-you', 'View Blog', '/blog'],
  ['/resources/growth-playbook', 'Schedule a Strategy Session', '/contact'],
];

describe('the texts of the spec', () => {
  it.each(Object.entries(texts))('stand on %s', (path, expected) => {
    const { text } = getPage(pages, path);
    for (const sentence of expected) expect(text).toContain(sentence);
  });

  it('end every blog post with the closing panel', () => {
    const posts = [...pages.values()].filter(
      ({ path }) => /^\/blog\/[^/]+$/.test(path) && !/thank-you|live/.test(path),
    );
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
    expect(title.length, `${path} ${title}`).toBeLessThanOrEqual(70);
    expect(description.length, `${path} ${description}`).toBeGreaterThanOrEqual(45);
    expect(description.length, `${path} ${description}`).toBeLessThanOrEqual(160);
  }
});

describe('the links of the spec', () => {
  it.each(links)('on %s: %s leads to %s', (path, label, href) => {
    const { $ } = getPage(pages, path);
    const found = $('a').filter((_, link) => $(link).text().trim() === label);
    expect(found.length).toBeGreaterThan(0);
    found.each((_, link) => expect($(link).attr('href')).toBe(href));
  });

  it('lead from a service to its category on the services page, also for marketing and sales', () => {
    for (const category of ['business-operations', 'marketing', 'sales', 'ai'])
      for (const { $, path } of pages.values())
        if (path.startsWith(`/services/${category}/`))
          expect($('.breadcrumb a').eq(1).attr('href')).toBe(`/services#${category}`);
  });

  it('lead from the header to the five sections and the contact page, on every page', () => {
    const sections = ['services', 'blog', 'resources', 'about', 'contact', 'contact'];
    for (const page of pages.values())
      expect(listAttributes(page, '.site-header__links a', 'href')).toEqual(
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
    const active = (path: string) =>
      listAttributes(getPage(pages, path), '.site-header__links [aria-current]', 'href');
    expect(active('/services')).toEqual(['/services']);
    expect(active('/services/ai/strategy-roadmap')).toEqual(['/services']);
    expect(active('/blog/thank-you')).toEqual(['/blog']);
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
