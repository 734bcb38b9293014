import { readFile } from 'node:fs/promises';
import { dirname, basename } from 'node:path';
import * as v from 'valibot';
import { digest, writeFile } from '../../src/engine/disk/index.ts';
import { parseJson } from '../../src/engine/schemas.ts';
import { createPagePolicy, type Policy } from '../../src/engine/serve/page-policy.ts';

const policySchema = v.array(v.tuple([v.string(), v.array(v.string())]));
const storedSchema = v.object({
  /** Digest of the code that computed the policies. */
  code: v.string(),
  /** Different policies; most pages share one. */
  policies: v.array(policySchema),
  /** Index in `policies`, by the digest of the page. */
  pages: v.record(v.string(), v.number()),
});

/**
 * Remembers the policies of pages from build to build, because parsing ten thousand pages takes most of a
 * minute.
 * @param file path of the cache, which may be missing
 * @param code digest of the code; other code computes every policy again
 */
export async function openPolicies(file: string, code: string) {
  const stored = parseJson(storedSchema, await readFile(file, 'utf8').catch(() => ''));
  const known = stored?.code === code ? stored : null;
  const policies = new Map<string, number>();
  const pages: Record<string, number> = {};

  const getKnown = (key: string): Policy | null => {
    const policy = known?.policies[known.pages[key] ?? -1];
    return policy ? new Map(policy) : null;
  };
  return {
    getPolicy: ((page, pictureOrigin) => {
      const key = digest(`${page.address}\0${pictureOrigin ?? ''}\0${page.html}`);
      const policy = getKnown(key) ?? createPagePolicy(page, pictureOrigin);
      const text = JSON.stringify([...policy]);
      const index = policies.get(text) ?? policies.size;
      policies.set(text, index);
      pages[key] = index;
      return policy;
    }) satisfies typeof createPagePolicy,

    save: (): Promise<void> =>
      writeFile(
        dirname(file),
        basename(file),
        `{"code":${JSON.stringify(code)},"policies":[${[...policies.keys()].join()}],"pages":${JSON.stringify(pages)}}`,
      ),
  };
}
