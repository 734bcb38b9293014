/** Renders the audit as one self-contained file, in the browser's own design. */
import { company } from '../../src/data/company.ts';
import { escapeHtml } from '../../src/documents/escape-html.ts';
import type { Measurement } from './lighthouse.ts';

const styles = `:root{color-scheme:light dark;font-family:system-ui}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.4rem .8rem;border-block-end:1px solid;text-align:end}
th:first-child,td:last-child{text-align:start}
.broken{font-weight:700}`;

export function renderReport(pages: readonly Measurement[]): string {
  const titles = (pages[0]?.figures ?? []).map(({ title }) => `<th scope="col">${title}</th>`);
  const rows = pages.map(({ path, figures, failed }) => {
    const cells = figures.map(({ value, isKept }) =>
      isKept ? `<td>${value}</td>` : `<td class="broken">${value} !</td>`,
    );
    return `<tr><th scope="row">${escapeHtml(path)}</th>${cells.join('')}<td>${escapeHtml(failed.join(', '))}</td></tr>`;
  });
  const title = `Audit of ${escapeHtml(company.name)}`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${styles}</style></head>
<body><main><h1>${title}</h1>
<p>${pages.length} pages, Lighthouse on a phone with slow 4G, median of three runs. A figure with ! is out of its bounds.</p>
<table><thead><tr><th scope="col">Page</th>${titles.join('')}<th scope="col">Failed audits</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></main></body></html>
`;
}
