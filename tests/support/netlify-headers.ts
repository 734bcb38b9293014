/** Parses `_headers` as Netlify documents the format, and applies its rules to a path. */

export interface Rule {
  pattern: string;
  headers: readonly (readonly [name: string, value: string])[];
}

export const parseNetlifyHeaders = (text: string): Rule[] =>
  text
    .trimEnd()
    .split(/\n+(?=\/)/)
    .map((rule) => {
      const [pattern = '', ...lines] = rule.split('\n');
      const headers = lines.map((line): [string, string] => {
        const [, name, value] = /^ {2}([a-z-]+): (.+)$/.exec(line) ?? [];
        if (!name || !value) throw new Error(`This is no line of a _headers file: ${line}`);
        return [name, value];
      });
      return { pattern, headers };
    });

/** A placeholder is one part of a path. Some implementations also match `/blog` with `/blog/*`. */
const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/:[^/]+/g, '[^/]+').replace(/\/\*$/, '(?:/.*)?')}$`).test(path);

/** All values of each header for a path, in the order of the rules. */
export function getHeaders(rules: readonly Rule[], path: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const { headers: ofRule } of rules.filter(({ pattern }) => matches(pattern, path)))
    for (const [name, value] of ofRule) headers.set(name, [...(headers.get(name) ?? []), value]);
  return headers;
}
