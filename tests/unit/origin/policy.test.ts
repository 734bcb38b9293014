/** The policy of a site (security.csp) becomes that of a page. */
import { expect, test, vi } from 'vitest';
import { toPagePolicy } from '#engine/origin/policy.ts';

test('a page keeps the hashes of its own parts, and a build warns once of each part without one', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const own = "'sha256-dpLDrTVAu4A8Ags67mbNiIcSMjTqDG5xQ8Ct1z/0Me0='";
  const html =
    '<script data-a=">">one</script><style>two</style><script type="application/json">3</script>';
  const policy = `default-src 'self'; script-src 'self' ${own} 'sha256-other='; style-src 'self' 'unsafe-inline'`;
  expect(toPagePolicy(policy, html, '/a')).toBe(policy.replace(" 'sha256-other='", ''));
  expect(warn).not.toHaveBeenCalled();
  const strict = policy.replace("'unsafe-inline'", "'unsafe-inline' 'sha256-third='");
  toPagePolicy(strict, html, '/a');
  toPagePolicy(strict, html, '/a');
  expect(warn).toHaveBeenCalledOnce();
  expect(warn).toHaveBeenCalledWith(
    expect.stringMatching(/^warning: \/a .*<style>.*insertStyleHash/),
  );
  vi.restoreAllMocks();
});

test('the origin of pictures stands once in the policy of a page that was given one before', () => {
  vi.stubEnv('PICTURE_ORIGIN', 'https://images.test');
  const policy = toPagePolicy("img-src 'self'; default-src 'none'", '', '/a');
  expect(policy).toBe("img-src https://images.test 'self'; default-src 'none'");
  expect(toPagePolicy(policy, '', '/a')).toBe(policy);
  vi.unstubAllEnvs();
});
