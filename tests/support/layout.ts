import type { Page } from 'playwright-core';

/** Runs in the page. */
function measureLayout(textSize: number): string[] {
  const problems: string[] = [];
  document.documentElement.style.opacity = '0'; // layout needs no painting
  scrollTo({ top: 0, behavior: 'instant' }); // at the top, the header covers nothing
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width)
    problems.push(`the page is ${document.documentElement.scrollWidth} wide`);

  const describe = (element: Element) =>
    `<${element.localName} class="${element.getAttribute('class') ?? ''}"> ${(element.textContent || '').replace(/\s+/g, ' ').trim().slice(0, 40)}`;
  /** The nearest box that clips its content; null for the page. */
  const findFrame = (from: Element): Element | null => {
    for (let box = from.parentElement; box && box !== document.body; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== 'visible') return box;
    return null;
  };
  /** Whether only screen readers read an element: a box around it is clipped to nothing. */
  const isClipped = (element: Element): boolean =>
    getComputedStyle(element).clipPath === 'inset(50%)' ||
    (element.parentElement !== null && isClipped(element.parentElement));
  const isHidden = (element: Element) =>
    !element.checkVisibility({ visibilityProperty: true }) ||
    element.closest('[aria-hidden=true], svg') !== null ||
    isClipped(element);

  const lines: { left: number; right: number; top: number; bottom: number; node: Text }[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!(node instanceof Text) || !parent || !node.data.trim() || isHidden(parent)) continue;
    const frame = findFrame(parent)?.getBoundingClientRect();
    const scrolls = parent.closest('[role=region][tabindex="0"]') !== null;
    const { data } = node;
    // Check each word, because a space at the end of a line may overflow.
    const words = [...data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const boxes = [...range.getClientRects()];
      const isBroken = new Set(boxes.map(({ top }) => Math.round(top))).size > 1;
      // The longest words break where a phone has no room for them; in large text, words of narrow columns.
      const isWhole = textSize === 100 || parent.closest('h1, h2, h3');
      if (isBroken && isWhole && /^\p{L}{1,14}\P{L}?$/u.test(word))
        problems.push(`${describe(parent)} is broken in '${word}'`);
      return boxes;
    });
    for (const { left, right, top, bottom } of words) {
      // Lines are taller than letters: the middle of the line must be visible.
      const slack = (bottom - top) / 4;
      const [start, end] = frame ? [frame.left, frame.right] : [0, width];
      if (!scrolls && (left < start - 1 || right > end + 1))
        problems.push(`${describe(parent)} is cut at the side`);
      if (!scrolls && frame && (top + slack < frame.top || bottom - slack > frame.bottom))
        problems.push(`${describe(parent)} is cut in height`);
      if (!scrolls) lines.push({ left, right, top: top + slack, bottom: bottom - slack, node });
    }
  }

  lines.sort((one, other) => one.top - other.top);
  lines.forEach((line, position) => {
    for (const other of lines.slice(position + 1)) {
      if (other.top >= line.bottom) break;
      if (other.node === line.node || other.left >= line.right - 1 || other.right <= line.left + 1)
        continue;
      const one = line.node.parentElement;
      const two = other.node.parentElement;
      if (one && two) problems.push(`${describe(one)} lies over ${describe(two)}`);
    }
  });
  return [...new Set(problems)];
}

/** Finds clipped and overlapping text and broken words, at a size in percent. Afterwards the page is transparent. */
export async function findOverflow(page: Page, textSize: number): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: (16 * textSize) / 100 } });
  const problems = await page.evaluate(measureLayout, textSize);
  await session.detach();
  return problems;
}

/**
 * Finds words of headings that stand on two lines, unless they are longer than a phone has room for, and lines of
 * headings that end with 'and' or '&', unless an editor wrote them in a text.
 */
export const findBrokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const problems: string[] = [];
    for (const heading of document.querySelectorAll('h1, h2, h3')) {
      const parts = heading.closest('.prose') ? /\S+/g : /(?:(?<!\S)(?:&|and) )?\S+/g;
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        for (const { 0: part, index } of (node.textContent ?? '').matchAll(parts)) {
          if (!/^(?:(?:&|and) )?\p{L}{2,14}\P{L}?$/u.test(part)) continue;
          const range = new Range();
          range.setStart(node, index);
          range.setEnd(node, index + part.length);
          const lines = Array.from(range.getClientRects(), ({ top }) => Math.round(top));
          if (new Set(lines).size > 1) problems.push(`'${part}' is broken in a heading`);
        }
    }
    return problems;
  });

/** Finds controls whose target is below 44 pixels in height or 24 in width. */
export const findSmallTargets = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate((controls) => {
    const problems: string[] = [];
    for (const control of document.querySelectorAll(controls)) {
      const isTrap = control.getAttribute('tabindex') === '-1';
      if (isTrap || !control.checkVisibility({ visibilityProperty: true })) continue;
      // scrollIntoView() would make the next Tab start from the control.
      scrollBy({ top: control.getBoundingClientRect().top - innerHeight / 2, behavior: 'instant' });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const x = (left + right) / 2;
      const y = (top + bottom) / 2;
      const isMissed = [-21, 21].some((step) => {
        const hit = document.elementFromPoint(x, y + step);
        return !hit || !control.contains(hit);
      });
      if (isMissed || right - left < 24)
        problems.push(
          `${control.outerHTML.slice(0, 80)} is ${Math.round(right - left)} by ${Math.round(bottom - top)}`,
        );
    }
    return problems;
  }, selector);

/** Finds entrances that jump or stand still, at five times of each: all are paused, so that no clock counts. */
export async function findJumps(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { animation-play-state: paused !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const problems = await page.evaluate(() => {
    const items = document.querySelectorAll<HTMLElement>(':is(ul, ol)[data-reveal] > *');
    for (const item of items) item.dataset.reveal = 'shown';
    const moved = new Set<Element>();
    const jumps = document.getAnimations().flatMap((animation) => {
      const { effect, timeline } = animation;
      const isEntrance = animation instanceof CSSAnimation && timeline === document.timeline;
      if (!isEntrance || !(effect instanceof KeyframeEffect) || !effect.target) return [];
      const { target } = effect;
      const { delay = 0, duration = 0 } = effect.getTiming();
      if (Number(duration) <= 1) return []; // a state of the header, styled as an animation
      moved.add(target);
      const samples = [0, 0.25, 0.5, 0.75, 0.9999].map((part) => {
        animation.currentTime = delay + part * Number(duration);
        const { translate, clipPath, opacity } = getComputedStyle(target);
        return `${translate} / ${clipPath} / ${opacity}`;
      });
      const numbers = samples.map((text) => (text.match(/-?[\d.]+(e-\d+)?/g) ?? []).map(Number));
      const isEven = numbers[0]?.every((first, at) => {
        const values = numbers.map((one) => one[at] ?? NaN);
        const way = Math.sign((values.at(-1) ?? NaN) - first);
        return values.every(
          (one, now) => now === 0 || Math.sign(one - (values[now - 1] ?? NaN)) === way,
        );
      });
      const isStill = new Set(samples).size < samples.length;
      return isEven && !isStill ? [] : [`.${target.className} jumps: ${samples.join(', ')}`];
    });
    const still = [...items].filter((item) => !moved.has(item) && item.checkVisibility());
    return [...jumps, ...still.map((item) => `.${item.className} stands still`)];
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return problems;
}

/** Finds motion: animations that run by time, and transitions of anything but colours. */
export const findMotion = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const running = document
      .getAnimations()
      .filter((one) => one.timeline === document.timeline && one.playState === 'running')
      // Transitions are judged below: one of a colour may run now.
      .filter((one) => !(one instanceof CSSTransition))
      .map(({ effect }) =>
        effect instanceof KeyframeEffect ? `${effect.target?.className} is animated` : 'animated',
      );
    const moves = /all|transform|translate|rotate|scale|size|width|height|inset|margin|padding/;
    const transitions = [...document.querySelectorAll('*')].flatMap((element) =>
      [null, '::before', '::after'].flatMap((part) => {
        const style = getComputedStyle(element, part);
        const takesTime = style.transitionDuration.split(', ').some((time) => parseFloat(time) > 0);
        return takesTime && moves.test(style.transitionProperty)
          ? [`.${element.className}${part ?? ''} moves its ${style.transitionProperty}`]
          : [];
      }),
    );
    return [...new Set([...running, ...transitions])];
  });
