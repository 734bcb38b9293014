import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The smaller edition of axe. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Violations of WCAG 2.2 AA and best practices that axe finds in the page's present state: rule and element. */
export async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    // The browser compiles the source once for all pages of a process, unlike that of page.evaluate().
    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: source });
    await session.detach();
  }
  return page.evaluate(async (runOnly) => {
    const inPage = Reflect.get(window, 'axe') as typeof axe;
    // A colour in transition is no state of the page.
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);
    const { violations } = await inPage.run(document, {
      runOnly,
      resultTypes: ['violations'],
      preload: false,
    });
    document.adoptedStyleSheets.pop();
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  }, rules);
}
