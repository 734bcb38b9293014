/** The services, the people and the claims of the firm, as the customer fixed them. */
import { describe, expect, test } from 'vitest';
import { privacy } from '#data/legal.ts';
import { redirects } from '#data/redirects.ts';
import { servicePath } from '#data/routes.ts';
import { categories, categoryPages, findService, services } from '#data/services/index.ts';
import { team } from '#data/team.ts';
import { clientLogos, testimonial } from '#data/testimonials.ts';

describe('the catalogue', () => {
  test('has four categories with 13 services, in this order', () => {
    expect(categories.map(({ slug, title }) => [slug, title])).toEqual([
      ['business-operations', 'Business Operations'],
      ['marketing', 'Marketing'],
      ['sales', 'Sales'],
      ['ai', 'AI'],
    ]);
    expect(services.map(({ category, slug }) => `${category}/${slug}`)).toEqual([
      'business-operations/process-optimization',
      'business-operations/infrastructure-compliance',
      'business-operations/revops-implementation',
      'marketing/seo-content-strategy',
      'marketing/lead-generation-strategy',
      'marketing/funnel-optimization',
      'marketing/brand-positioning-messaging',
      'sales/hubspot-implementation',
      'sales/process-optimization',
      'sales/automation',
      'ai/strategy-roadmap',
      'ai/agent-development',
      'ai/workflow-integration',
    ]);
  });

  test('has a page with three value props for business-operations and ai only', () => {
    expect(categoryPages.map(({ slug }) => slug)).toEqual(['business-operations', 'ai']);
    for (const { valueProps } of categoryPages) {
      expect(new Set(valueProps.map(({ icon }) => icon)).size).toBe(3);
    }
  });

  test('leads marketing and sales to their sections of the services page, and unknown addresses below the page there', () => {
    expect(redirects).toEqual([
      { from: '/services/marketing', to: '/services#marketing', status: 302 },
      { from: '/services/sales', to: '/services#sales', status: 302 },
      { from: '/services/*', to: '/services', status: 302 },
    ]);
  });

  test('claims the hours and the errors word for word, and no other figures', () => {
    expect(findService('business-operations', 'process-optimization')?.benefits).toEqual(
      expect.arrayContaining(['Save 20+ hours per week', 'Reduce operational errors by up to 80%']),
    );
    const texts = JSON.stringify(services, (key, value: unknown) =>
      key === 'drawing' ? undefined : value,
    ).replaceAll(/SOC 2|B2B/g, '');
    const figures = texts.match(/[$€]?\d[\d.,]*[%×+MK]?/g);
    expect(new Set(figures)).toEqual(new Set(['20+', '80%', '61×']));
  });

  test.each(services)(
    '$category/$slug has five benefits, four steps and two related services',
    (service) => {
      const steps = new Set(service.process.map(({ title }) => title));
      const benefits = new Set(service.benefits);
      expect([benefits.size, steps.size, service.related.length]).toEqual([5, 4, 2]);
      const own = servicePath(service.category, service.slug);
      for (const { title, link } of service.related) {
        expect(link).not.toBe(own);
        const target = services.find(({ category, slug }) => servicePath(category, slug) === link);
        expect(target?.title).toBe(title);
      }
    },
  );
});

test('the people are three partners, each with initials and two profiles elsewhere', () => {
  const titles = ['Managing Partner', 'Marketing Lead', 'CTO & AI Lead'];
  expect(team.map(({ title }) => title)).toEqual(titles);
  for (const { name, initials, linkedin, social } of team) {
    expect(initials).toBe(name.replace(/(\S)\S*\s*/g, '$1'));
    expect(new URL(linkedin ?? '').host).toBe('www.linkedin.com');
    expect(social?.href).toMatch(/^https:\/\/(?!www\.linkedin)/);
  }
});

test('the people give one testimonial without figures, by an operations director, beside six client boxes', () => {
  expect(testimonial.title).toMatch(/operations director/i);
  expect(testimonial.text).not.toMatch(/\d/);
  expect(new Set(clientLogos).size).toBe(6);
});

test('the page Privacy names every field of the contact form', () => {
  const text = JSON.stringify(privacy);
  for (const asked of ['name', 'business email', 'company', 'phone number', 'challenge'])
    expect(text).toContain(asked);
});
