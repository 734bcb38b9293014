import { company } from '../data/company.ts';
import { engagements } from '../data/engagements.ts';
import { categories } from '../data/services/index.ts';
import { hasLongWord } from '../rules/long-words.ts';
import nameStyles from '../styles/long-name.css?inline';
import wordStyles from '../styles/long-word.css?inline';

/** Most letters of a word that fit beside the menu button at full size. */
const fits = 11;

export const isNameLong = company.wordmark.split(/[\s\u00ad-]+/).some((word) => word.length > fits);

const headings = [
  ...engagements.map(({ home }) => home.title),
  ...categories.flatMap(({ title, services }) => [title, ...services.map((one) => one.title)]),
];

/** Styles for long words in the firm's name and headings; '' without long words. */
export const longNameStyles =
  (isNameLong ? nameStyles : '') + (headings.some(hasLongWord) ? wordStyles : '');
