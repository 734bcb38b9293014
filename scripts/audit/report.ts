/** Renders the audit as one self-contained file: the last run, and the history of each page. */
import { readFile } from 'node:fs/promises';
import { company } from '../../src/data/company.ts';
import { dataTokens } from '../../src/layouts/data-tokens.ts';
import type { Run } from './history.ts';
import { limits, listFigures } from './limits.ts';

const readProject = (path: string) => readFile(new URL(`../../${path}`, import.meta.url));

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${String(character.charCodeAt(0))};`);

/** Draws the site's line through a page's LCP over the last audits; lower is better. */
function renderLine(values: readonly number[]): string {
  if (values.length < 2) return '';
  const most = Math.max(...values, 1);
  const step = 100 / (values.length - 1);
  const points = values.map((value, index) => `${index * step},${22 - (20 * value) / most}`);
  const said = `LCP of the last ${values.length} audits, in ms: ${values.map(Math.round).join(', ')}`;
  return `<svg viewBox="-2 -2 104 26" role="img" aria-label="${said}"><title>${said}</title><polyline points="${points.join(' ')}"/></svg>`;
}

/** The CSS of the firm's colours and typefaces, with the base files embedded. */
async function renderBrand(): Promise<string> {
  let styles = String(await readProject('src/styles/fonts/fonts.css'));
  for (const name of ['display', 'text']) {
    const file = await readProject(`src/styles/fonts/${name}.woff2`);
    const data = `data:font/woff2;base64,${file.toString('base64')}`;
    styles = styles.replace(`./${name}.woff2`, data);
  }
  return dataTokens + styles;
}

/** @param history oldest audit first, at least one */
export async function renderReport(history: readonly Run[]): Promise<string> {
  const last = history.at(-1);
  if (!last) throw new Error('There is no audit to report.');
  const styles = [
    await renderBrand(),
    await readProject('src/styles/tokens.css'),
    `body{margin:0 auto;padding:var(--space-7) var(--gutter);max-inline-size:90rem;color:var(--color-ink);background:var(--color-paper);font:var(--text-body)/1.5 var(--font-text)}
h1{margin:0;font:580 var(--text-heading)/1.1 var(--font-display);letter-spacing:-.025em}
.scroll{overflow-x:auto;margin-block-start:var(--space-6)}
table{inline-size:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:var(--space-2) var(--space-3);border-block-end:1px solid var(--color-rule);text-align:end;white-space:nowrap}
th:first-child,td:last-child{text-align:start}thead th{font-size:var(--text-small);vertical-align:bottom}
tbody th{font-weight:400}.kept{color:var(--color-green-text)}.broken{color:var(--color-error);font-weight:700}
td p{margin:0;font-size:var(--text-small);color:var(--color-error)}
svg{inline-size:6rem;block-size:1.5rem}polyline{fill:none;stroke:var(--color-blue);stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round}`,
  ].join('\n');

  const { bare } = last;
  const measured = Object.entries(last.pages);
  const titles = listFigures(bare, bare).map(({ title }) => `<th scope="col">${title}</th>`);
  const rows = measured.map(([path, page]) => {
    const figures = listFigures(page, bare).map(
      ({ text, isKept }) => `<td class="${isKept ? 'kept' : 'broken'}">${text}</td>`,
    );
    const past = history.flatMap(({ pages }) => pages[path]?.largestPaint ?? []);
    const failed = page.failed.length > 0 ? `<p>${escape(page.failed.join(', '))}</p>` : '';
    return `<tr><th scope="row">${escape(path)}</th>${figures.join('')}<td>${renderLine(past)}${failed}</td></tr>`;
  });
  const broken = measured.filter(([, page]) =>
    listFigures(page, bare).some(({ isKept }) => !isKept),
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Audit of ${escape(company.name)}</title>
<style>${styles}</style></head>
<body><main><h1>${broken.length === 0 ? 'Every page keeps its promises' : `${broken.length} of ${measured.length} pages break a promise`}</h1>
<p>${escape(company.name)}, ${measured.length} pages, Lighthouse on a phone with slow 4G, median of ${last.runs}, <time>${escape(last.time)}</time>. Audit ${history.length} on this machine. A bare page has its LCP after ${Math.round(bare.largestPaint)} ms; ours may take ${limits.largestPaint} times that, posts with a picture ${limits.largestPaintWithPicture} times.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Figures"><table><thead><tr><th scope="col">Page</th>${titles.join('')}<th scope="col">LCP so far</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></main></body></html>
`;
}
