import type { Page } from 'playwright-core';

/** Everything that visitors can reach by Tab, as the HTML standard defines. */
const reachable =
  'a[href], button, input:not([type=hidden]), textarea, select, summary, [tabindex="0"]';

/** Runs in the page: records and checks every stop after the browser has scrolled to it. */
function watchFocus(selector: string) {
  const parseColour = (text: string) => (text.match(/[\d.]+/g) ?? []).map(Number);
  /** Relative luminance and contrast, WCAG 2.2. */
  const getLuminance = (colour: number[]) => {
    const [red = 0, green = 0, blue = 0] = colour
      .map((channel) => channel / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const getContrast = (one: number[], other: number[]) => {
    const [dark = 0, light = 0] = [getLuminance(one), getLuminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const getBackground = (from: Element | null): number[] => {
    for (let element = from; element; element = element.parentElement) {
      const colour = parseColour(getComputedStyle(element).backgroundColor);
      if ((colour[3] ?? 1) > 0.5) return colour;
    }
    return [255, 255, 255];
  };

  const scope = () => document.querySelector('dialog[open]') ?? document;
  const isReachable = (element: HTMLElement) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    (scope() !== document || !element.closest('dialog'));
  const name = (element: Element) =>
    `<${element.localName}> ${(element.textContent || element.id).replace(/\s+/g, ' ').trim().slice(0, 50)}`;

  let last: DOMRect | null = null;
  let wasAside = false;
  const visited = new Set<Element>();
  const found: string[] = [];

  const judge = (element: Element): string[] => {
    const problems: string[] = [];
    const style = getComputedStyle(element);
    const seen = element.getClientRects()[0] ?? element.getBoundingClientRect();

    const width = parseFloat(style.outlineWidth);
    const offset = parseFloat(style.outlineOffset);
    if (style.outlineStyle === 'none' || width < 2) problems.push('shows no focus');
    const contrast = getContrast(
      parseColour(style.outlineColor),
      // An offset outline lies on the background behind the element.
      getBackground(offset > 0 ? element.parentElement : element),
    );
    if (contrast < 3) problems.push(`has a focus outline of ${contrast.toFixed(1)} to 1`);

    const reach = width + offset;
    const isCut = (frame: { left: number; right: number; top: number; bottom: number }) =>
      seen.left - reach < frame.left - 1 ||
      seen.right + reach > frame.right + 1 ||
      seen.top - reach < frame.top - 1 ||
      seen.bottom + reach > frame.bottom + 1;
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      if (isCut(box.getBoundingClientRect())) problems.push(`is cut by .${box.className}`);
    }
    if (isCut({ left: 1, right: innerWidth - 1, top: -Infinity, bottom: Infinity }))
      problems.push('has its outline beyond the side of the page');

    // For a tall element only the visible part counts.
    const top = Math.max(seen.top, 0) + 2;
    const bottom = Math.min(seen.bottom, innerHeight) - 2;
    if (bottom <= top) problems.push('is not on the screen');
    for (const y of [top, bottom]) {
      const hit = document.elementFromPoint((seen.left + seen.right) / 2, y);
      if (hit && !element.contains(hit) && !hit.contains(element))
        problems.push(`is hidden behind ${name(hit)}`);
    }

    const box = new DOMRect(seen.x + scrollX, seen.y + scrollY, seen.width, seen.height);
    // What hangs beside an article is read before the text that follows.
    if (last && !wasAside) {
      const isUp = box.bottom <= last.top + 1 && box.left < last.right - 1;
      const isBack = box.right <= last.left + 1 && box.top < last.bottom - 1;
      if (isUp || isBack) problems.push('comes after a control that stands below');
    }
    last = box;
    wasAside = element.closest('.aside') !== null;
    if (visited.has(element)) problems.push('is reached twice');
    visited.add(element);
    return problems;
  };

  document.addEventListener(
    'keyup',
    ({ key }) => {
      const element = document.activeElement;
      if (key !== 'Tab' || !element || element === document.body) return;
      found.push(...judge(element).map((problem) => `${name(element)} ${problem}`));
    },
    true,
  );
  const find = () => [...document.querySelectorAll<HTMLElement>(selector)].filter(isReachable);
  return {
    countStops: () => find().length,
    listProblems: () => {
      const missed = find().filter((element) => !visited.has(element));
      return [...found, ...missed.map((element) => `${name(element)} is not reached`)];
    },
  };
}

/** The key Tab, as the DevTools protocol names it. */
const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };

/** Walks by Tab: every element must be reached once, in visual order, visible and uncovered. @returns the problems */
export async function walk(page: Page): Promise<string[]> {
  const watch = await page.evaluateHandle(watchFocus, reachable);
  const keyboard = await page.context().newCDPSession(page);
  /** Presses Tab many times without waiting between: the browser handles the events in order. */
  const press = (times: number) =>
    Promise.all(
      Array.from({ length: times }).flatMap(() =>
        (['rawKeyDown', 'keyUp'] as const).map((type) =>
          keyboard.send('Input.dispatchKeyEvent', { type, ...tab }),
        ),
      ),
    );
  const countStops = () => watch.evaluate(({ countStops }) => countStops());
  let count = 0;
  // New stops may appear during the walk, for example a message after a request.
  for (let target = await countStops(); count < target; target = await countStops()) {
    await press(target - count);
    count = target;
  }
  return watch.evaluate(({ listProblems }) => listProblems());
}
