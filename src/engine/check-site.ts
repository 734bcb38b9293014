/** Checks what a site declares before anything is built of it. */
import * as v from 'valibot';
import { ConfigError } from './config.ts';
import { loadModule } from './project.ts';
import { fields } from './leads/fields.ts';
import { checks, declared } from './site.ts';
import { englishWords } from './words.ts';

const text = v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty'));
const path = v.pipe(text, v.regex(/^\/[^?#]*$/, 'must be a path that begins with /'));
const code = v.function('must be a function');

/** An object with these keys and no others. */
const strict = <E extends v.ObjectEntries>(entries: E) =>
  v.strictObject(entries, ({ expected }) => {
    if (expected === 'never') return 'is no part of a site';
    return expected === 'Object' ? 'must be an object' : 'is missing';
  });

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

/** What types cannot say, and what a site without types may have wrong. */
const siteSchema = strict({
  name: text,
  collections: v.array(v.looseObject({ name: text, contentType: text }), 'must be a list'),
  timeZone: v.optional(v.pipe(text, v.check(isTimeZone, 'is no time zone, such as Europe/Vienna'))),
  words: v.optional(
    strict(Object.fromEntries(Object.keys(englishWords).map((name) => [name, v.optional(text)]))),
  ),
  pages: v.optional(v.array(strict({ path, title: text, indexed: v.optional(v.boolean()) }))),
  redirects: v.optional(
    v.array(strict({ from: path, to: text, status: v.picklist([301, 302], 'must be 301 or 302') })),
  ),
  feed: v.optional(strict({ path, type: text })),
  leads: v.optional(
    strict({
      path,
      sentPath: path,
      labels: strict(Object.fromEntries(fields.map(({ name }) => [name, text]))),
      inbox: text,
      sender: text,
      describeFailure: code,
    }),
  ),
  shareImages: v.optional(
    strict({ getCard: code, getPath: code, drawing: text, plain: v.looseObject({}) }),
  ),
  checks: v.optional(text),
  doctor: v.optional(text),
  sample: v.optional(text),
  readStyles: v.optional(code),
});

/** @throws {ConfigError} one sentence that names the key of the first part that cannot be used */
export function checkSite(given: unknown): void {
  const [issue] = v.safeParse(siteSchema, given).issues ?? [];
  if (!issue) return;
  const key = v.getDotPath(issue) ?? 'site';
  throw new ConfigError(`The site (#site in package.json): '${key}' ${issue.message}.`);
}

const checksSchema = v.object({ check: v.function() });

/** Checks what the site declares, and has the site check its own facts. @throws {ConfigError} */
export async function checkProject(): Promise<void> {
  checkSite(declared);
  if (checks !== null) await v.parse(checksSchema, await loadModule(checks)).check();
}
