/** The options of the integration. */
import * as v from 'valibot';
import { ConfigError } from '../base/config-error.ts';

const expected = 'must be a path from the root of the project, such as ./src/layouts/Page.astro';

const optionsSchema = v.strictObject(
  {
    /** The layout of the engine's own pages, which is given what `LayoutProps` of virtual.d.ts says. */
    layout: v.optional(v.pipe(v.string(expected), v.startsWith('./', expected))),
  },
  ({ expected }) => (expected === 'never' ? 'is no option: there is layout' : 'must be an object'),
);

export type Options = v.InferInput<typeof optionsSchema>;

/** @throws {ConfigError} one sentence that names the key of the first option that cannot be used */
export function parseOptions(options: unknown): Options {
  const { output, issues } = v.safeParse(optionsSchema, options);
  if (!issues) return output;
  const [issue] = issues;
  const key = v.getDotPath(issue) ?? 'options';
  throw new ConfigError(`contentfulSite in astro.config.mjs: '${key}' ${issue.message}.`);
}
