/** Renders the audit as one self-contained file to forward, in the browser's own design. */
import { company } from '../../src/data/company.ts';
import { escapeHtml } from '../../src/engine/escape-html.ts';
import { bounds, type Measurement } from './lighthouse.ts';

const styles = `:root{color-scheme:light dark;font-family:system-ui}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.4rem .8rem;border-block-end:1px solid;text-align:end}
th:first-child,td:last-child{text-align:start}
.broken{font-weight:700}`;

function renderRow({ path, figures, failed }: Measurement, name = path): string {
  const isJudged = name === path;
  const cells = figures.map(({ value, isKept }) =>
    isKept || !isJudged ? `<td>${value}</td>` : `<td class="broken">${value} !</td>`,
  );
  const audits = isJudged ? failed.join(', ') : '';
  return `<tr><th scope="row">${escapeHtml(name)}</th>${cells.join('')}<td>${escapeHtml(audits)}</td></tr>`;
}

export function renderReport(
  verdict: string,
  siteUrl: string,
  pages: readonly Measurement[],
  compared: Measurement,
): string {
  const titles = compared.figures.map(({ title }) => `<th scope="col">${title}</th>`);
  const meanings = bounds.map(({ title, meaning }) => `<dt>${title}</dt><dd>${meaning}</dd>`);
  const title = `Audit of ${escapeHtml(company.name)}`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${styles}</style></head>
<body><main><h1>${title}</h1>
<p>${escapeHtml(siteUrl)}, ${new Date().toISOString().slice(0, 10)}, by Google's Lighthouse</p>
<p><strong>${verdict}</strong> A figure with ! is out of its bounds.</p>
<table><thead><tr><th scope="col">Page</th>${titles.join('')}<th scope="col">Failed audits</th></tr></thead>
<tbody>${pages.map((page) => renderRow(page)).join('\n')}</tbody>
<tfoot>${renderRow(compared, 'For comparison: the text of the home page, without design and scripts')}</tfoot></table>
<dl><dt>performance, accessibility, best-practices, seo</dt><dd>Lighthouse's scores, 100 of 100</dd>${meanings.join('')}</dl>
</main></body></html>
`;
}
