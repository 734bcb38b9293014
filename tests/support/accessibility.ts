import axe from 'axe-core';
import type { Page } from 'playwright-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Violations of WCAG 2.2 AA and best practices that axe finds in the page's present state: rule and
 * element.
 */
export async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const inPage = Reflect.get(window, 'axe') as typeof axe;
    const { violations } = await inPage.run(document, { runOnly });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  }, rules);
}
