/** The services and the claims of the firm, as in spec §2, §3 and §9. */
import { describe, expect, test } from 'vitest';
import { privacy } from '../../../src/data/legal.ts';
import { proofPoints } from '../../../src/data/claims.ts';
import { servicePath, type CategorySlug } from '../../../src/data/routes.ts';
import {
  categories,
  categoryPages,
  getCategory,
  getCategoryPage,
  getService,
  getServices,
  services,
} from '../../../src/data/services/index.ts';
import { team } from '../../../src/data/team.ts';
import { clientLogos, testimonial } from '../../../src/data/testimonials.ts';

const categorySlugs = ['business-operations', 'marketing', 'sales', 'ai'] as const;
const specified: Record<CategorySlug, string[]> = {
  'business-operations': [
    'process-optimization',
    'infrastructure-compliance',
    'revops-implementation',
  ],
  marketing: [
    'seo-content-strategy',
    'lead-generation-strategy',
    'funnel-optimization',
    'brand-positioning-messaging',
  ],
  sales: ['hubspot-implementation', 'process-optimization', 'automation'],
  ai: ['strategy-roadmap', 'agent-development', 'workflow-integration'],
};
const paths = services.map(({ category, slug }) => servicePath(category, slug));
const isDistinct = (texts: readonly string[]) => new Set(texts).size === texts.length;

describe('the catalogue', () => {
  test('has the 13 services of the spec, in its order', () => {
    expect(paths).toEqual(
      categorySlugs.flatMap((category) =>
        specified[category].map((slug) => `/services/${category}/${slug}`),
      ),
    );
    expect(paths).toHaveLength(13);
  });

  test.each(categorySlugs)('finds the services of %s by category', (category) => {
    expect(getServices(category).map(({ slug }) => slug)).toEqual(specified[category]);
    expect(getCategory(category).slug).toBe(category);
  });

  test('distinguishes two services with one slug by their category', () => {
    expect(getService('business-operations', 'process-optimization').title).toBe(
      'Process Optimization',
    );
    expect(getService('sales', 'process-optimization').title).toBe('Sales Process Optimization');
  });

  test('names a missing service', () => {
    expect(() => getService('ai', 'automation')).toThrow(
      "The catalogue has no service 'ai/automation'.",
    );
    expect(() => getCategory('finance')).toThrow("The catalogue has no category 'finance'.");
    expect(() => getCategoryPage('sales')).toThrow(
      "The catalogue has no page for category 'sales'.",
    );
  });

  test('claims the hours and the errors word for word where they belong', () => {
    const claims = ['Save 20+ hours per week', 'Reduce operational errors by up to 80%'];
    expect(getService('business-operations', 'process-optimization').benefits).toEqual(
      expect.arrayContaining(claims),
    );
    expect(getService('ai', 'workflow-integration').benefits).toContain(claims[0]);
  });

  test('claims no figures except those of the spec', () => {
    const figures = services
      .flatMap(({ title, subtitle, description, benefits, process }) => [
        ...[title, subtitle, description, ...benefits],
        ...process.flatMap((step) => [step.title, step.description]),
      ])
      .flatMap((text) => text.match(/[$€]?\d[\d.,]*[%×+MK]?/g) ?? []);
    expect(new Set(figures)).toEqual(new Set(['20+', '80%', '61×']));
  });
});

describe.each(services.map((service) => [`${service.category}/${service.slug}`, service] as const))(
  'the service %s',
  (_name, service) => {
    test('has five benefits and four steps, all different and none empty', () => {
      const steps = service.process.map(({ title }) => title);
      expect(service.benefits).toHaveLength(5);
      expect(steps).toHaveLength(4);
      expect(isDistinct(service.benefits)).toBe(true);
      expect(isDistinct(steps)).toBe(true);
      const texts = [
        ...[service.title, service.subtitle, service.description],
        ...service.benefits,
        ...service.process.flatMap(({ title, description }) => [title, description]),
      ];
      expect(texts.filter((text) => text.trim() === '')).toEqual([]);
    });

    test('relates to two others, with the title and address of each page', () => {
      expect(service.related).toHaveLength(2);
      const links = service.related.map(({ link }) => link);
      expect(isDistinct(links)).toBe(true);
      expect(links).not.toContain(servicePath(service.category, service.slug));
      for (const { title, link } of service.related) {
        const target = services[paths.findIndex((path) => path === link)];
        expect(target?.title).toBe(title);
      }
    });
  },
);

describe('the categories', () => {
  test('are four, each with a title and one line for the services overview', () => {
    expect(categories.map(({ slug, title }) => [slug, title])).toEqual([
      ['business-operations', 'Business Operations'],
      ['marketing', 'Marketing'],
      ['sales', 'Sales'],
      ['ai', 'AI'],
    ]);
    for (const { intro } of categories) expect(intro).toMatch(/^[A-Z].+\.$/);
  });

  test('have a page for business-operations and ai only, with three value props', () => {
    expect(categoryPages.map(({ slug }) => slug)).toEqual(['business-operations', 'ai']);
    for (const { valueProps } of categoryPages) {
      expect(valueProps).toHaveLength(3);
      expect(isDistinct(valueProps.map(({ icon }) => icon))).toBe(true);
    }
  });
});

test('Our Proof Points are the four figures of the spec', () => {
  expect(proofPoints.map(({ figure, label }) => `${figure} ${label}`)).toEqual([
    '$15M ARR built at a previous company',
    '61× ROAS on organic',
    '10+ industries served',
    '100s of processes automated',
  ]);
});

describe('the people', () => {
  test('are the managing partner, the marketing lead and the CTO and AI lead', () => {
    expect(team.map(({ title }) => title)).toEqual([
      'Managing Partner',
      'Marketing Lead',
      'CTO & AI Lead',
    ]);
  });

  test.each(team.map((partner) => [partner.name, partner] as const))(
    '%s has the initials of the name and two profiles elsewhere',
    (name, { initials, linkedin, social }) => {
      const words = name.split(' ');
      expect(initials).toBe(words.map((word) => word.charAt(0)).join(''));
      expect(new URL(linkedin ?? '').host).toBe('www.linkedin.com');
      expect(new URL(social?.href ?? '').protocol).toBe('https:');
      expect(social?.href).not.toBe(linkedin);
    },
  );

  test('one testimonial comes from an operations director', () => {
    expect(testimonial.title).toMatch(/operations director/i);
    expect(testimonial.text).not.toMatch(/\d/);
  });

  test('six placeholders stand for clients', () => {
    expect(clientLogos).toHaveLength(6);
    expect(isDistinct(clientLogos)).toBe(true);
  });
});

test('the page Privacy names every field of the contact form', () => {
  const text = JSON.stringify(privacy);
  for (const asked of ['name', 'business email', 'company', 'phone number', 'challenge'])
    expect(text).toContain(asked);
});
