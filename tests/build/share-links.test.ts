import { expect, it } from 'vitest';
import { readPages } from '../support/built-site.ts';

it('each network gets the encoded address of the post, in a new tab without an opener', async () => {
  const posts = [...(await readPages()).values()].filter(({ $ }) => $('.share-links').length > 0);
  expect(posts.length).toBeGreaterThan(0);
  for (const { path, $ } of posts) {
    const canonical = $('link[rel=canonical]').attr('href');
    const links = $('.share-links a').toArray();
    const addresses = links.map((link) => new URL($(link).attr('href') ?? ''));
    expect(
      addresses.map(({ hostname }) => hostname),
      path,
    ).toEqual(['www.linkedin.com', 'twitter.com', 'www.facebook.com']);
    for (const { searchParams } of addresses)
      expect([...searchParams.values()], path).toContain(canonical);
    expect(addresses[1]?.searchParams.get('text'), path).toBe($('h1').text().trim());
    for (const link of links) {
      expect($(link).attr('target'), path).toBe('_blank');
      expect($(link).attr('rel'), path).toContain('noopener');
    }
  }
});
