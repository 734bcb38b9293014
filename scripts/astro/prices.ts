/** Compares the words of a price, written as people write prices anywhere, with its figures for search engines. */
import type { Price } from '../../src/data/engagements.ts';

const factors: Record<string, number> = {
  k: 1e3,
  m: 1e6,
  million: 1e6,
  mio: 1e6,
  万: 1e4,
  億: 1e8,
  l: 1e5,
  lac: 1e5,
  lakh: 1e5,
  cr: 1e7,
  crore: 1e7,
};
/** 3,500 and 3 500 and 1’250.50 and 1,20,000 and 99,5, also 12k and 2 lakhs and 30万円 and 1.2 Mio. */
const figure = new RegExp(
  `(\\d+(?:[\\s’'ʼ]\\d{3}(?!\\d)|[.,]\\d{2,3}(?!\\d))*(?:[.,]\\d(?!\\d))?)(?:\\s?(${Object.keys(factors).join('|')})[s円]?(?!\\p{L}))?`,
  'giu',
);

/**
 * Reads a figure. Its last point or comma begins the decimals when the other sign stands before, or when it is
 * the only one and has other than three digits behind it.
 */
function parseFigure(written: string, factor = ''): number {
  const signs = [...written.matchAll(/[.,]/g)];
  const end = signs.at(-1)?.index ?? written.length;
  const hasBoth = written.includes('.') && written.includes(',');
  const hasDecimals = hasBoth || (signs.length === 1 && written.length - end !== 4);
  const [whole, part] = hasDecimals ? [written.slice(0, end), written.slice(end)] : [written, ''];
  const getDigits = (text: string) => text.replace(/\D/g, '');
  return Number(`${getDigits(whole)}.${getDigits(part)}`) * (factors[factor.toLowerCase()] ?? 1);
}

const signs = /\p{Sc}|(?<![a-z])(?:kr|zł|Kč|Fr|Rs|円|元)(?![a-z])/gu;
/** Signs that Intl does not use. */
const usual: Record<string, string> = {
  CHF: 'Fr',
  CNY: '元',
  HKD: '元',
  INR: 'Rs',
  JPY: '円',
  TWD: '元',
};

const signsOf = (currency: string): string[] => {
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const zero = new Intl.NumberFormat('en', options).format(0);
  return `${zero} ${usual[currency] ?? ''}`.match(signs) ?? [];
};

/** Whether a text has a sign or a code of other currencies only, such as £ or CHF for EUR. */
function hasOtherCurrency(text: string, currency: string): boolean {
  const all = Intl.supportedValuesOf('currency');
  const own = signsOf(currency);
  const others = new Set(all.flatMap(signsOf));
  const codes = text.match(/\b[A-Z]{3}(?=\s?\d)|(?<=\d\s?)[A-Z]{3}\b/g) ?? [];
  return (
    text.match(signs)?.some((sign) => others.has(sign) && !own.includes(sign)) === true ||
    codes.some((code) => all.includes(code) && code !== currency)
  );
}

const unitNames: Record<Price['unit'], string> = {
  hour: 'h|hr|hour|時間',
  day: 'd|day|日',
  week: 'w|wk|week|週',
  month: 'm|mo|month|月',
  project: 'project',
};

/** What a price says otherwise than its figures; null when they agree. */
export function findDisagreement(price: string, { amount, currency, unit }: Price): string | null {
  const text = price.normalize('NFKC');
  const amounts = Array.from(text.matchAll(figure), ([, written = '', factor]) =>
    parseFigure(written, factor),
  );
  if (!amounts.includes(amount)) return `does not say ${amount}, the amount of priceFrom`;
  if (hasOtherCurrency(text, currency))
    return `says another currency than ${currency} of priceFrom`;
  // A price by the project may also say how many hours a week it takes.
  if (new RegExp(`\\b${unit}\\b`, 'i').test(text)) return null;
  const before = '(?:/|\\b(?:per|an?|each|every|by the)) ?';
  const said = Object.entries(unitNames).find(([name, names]) =>
    new RegExp(`${before}(?:${names})(?!\\w)|\\b${name}ly\\b`, 'i').test(text),
  );
  return !said || said[0] === unit ? null : `says ${said[0]}, and priceFrom says ${unit}`;
}
