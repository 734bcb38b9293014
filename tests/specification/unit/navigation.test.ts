/** The site-wide header and footer (spec §1, §2). */
import { describe, expect, test } from 'vitest';
import { builtInResources } from '../../../src/content/fallback/index.ts';
import {
  footerNavigation,
  mainNavigation,
  primaryAction,
  primaryCallToAction,
} from '../../../src/data/navigation.ts';
import { resourcePath } from '../../../src/data/routes.ts';

const footerLinks = (group: string) =>
  footerNavigation.find(({ title }) => title === group)?.links.map(({ href }) => href);

describe('the header', () => {
  test('leads to the five sections in the order of the spec', () => {
    expect(mainNavigation.map(({ href }) => href)).toEqual([
      '/services',
      '/blog',
      '/resources',
      '/about',
      '/contact',
    ]);
  });

  test("has the button Let's Talk to the contact page", () => {
    expect(primaryAction).toEqual({ label: "Let's Talk", href: '/contact' });
  });
});

test("the main call to action is Let's Talk Growth, to the contact page", () => {
  expect(primaryCallToAction).toEqual({ label: "Let's Talk Growth", href: '/contact' });
});

describe('the footer', () => {
  test.each([
    [
      'Services',
      ['/services/business-operations', '/services/marketing', '/services/sales', '/services/ai'],
    ],
    ['Company', ['/about', '/contact', '/blog', '/careers']],
    [
      'Resources',
      [
        '/resources',
        '/resources/growth-playbook',
        '/resources/tech-stack-guide',
        '/resources/ai-implementation-guide',
      ],
    ],
    ['Legal', ['/privacy', '/terms', '/cookies']],
  ])('has the %s links of the spec', (group, hrefs) => {
    expect(footerLinks(group)).toEqual(hrefs);
  });

  test('has no other group', () => {
    expect(footerNavigation).toHaveLength(4);
  });

  test('names every built-in resource, so that no link of it can be dead', () => {
    expect(footerLinks('Resources')?.slice(1)).toEqual(
      builtInResources.map(({ slug }) => resourcePath(slug)),
    );
  });
});
