/** Parses `_headers` as Netlify documents the format, and applies its rules to a path. */

export interface Rule {
  pattern: string;
  headers: readonly (readonly [name: string, value: string])[];
}

export function parseNetlifyHeaders(text: string): Rule[] {
  const rules: { pattern: string; headers: [string, string][] }[] = [];
  for (const line of text.split('\n').filter((written) => written !== '')) {
    const [, name, value] = /^ {2}([a-z-]+): (.+)$/.exec(line) ?? [];
    if (name && value) rules.at(-1)?.headers.push([name, value]);
    else if (/^\/\S*$/.test(line)) rules.push({ pattern: line, headers: [] });
    else throw new Error(`This is no line of a _headers file: ${line}`);
  }
  return rules;
}

/** Some implementations also match `/blog` with `/blog/*`. A wildcard is only allowed at the end. */
const matches = (pattern: string, path: string) =>
  pattern.endsWith('/*')
    ? path.startsWith(pattern.slice(0, -1)) || path === pattern.slice(0, -2)
    : pattern === path;

/** All values of each header for a path, in the order of the rules. */
export function getHeaders(rules: readonly Rule[], path: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const rule of rules.filter(({ pattern }) => matches(pattern, path))) {
    for (const [name, value] of rule.headers) {
      headers.set(name, [...(headers.get(name) ?? []), value]);
    }
  }
  return headers;
}
