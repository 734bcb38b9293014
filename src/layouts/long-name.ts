import { company } from '../data/company.ts';
import { countLetters } from '../rules/long-words.ts';
import styles from '../styles/long-name.css?inline';

/** Most letters of a word that fit beside the menu button at full size. */
const fits = 11;

export const isNameLong = countLetters(company.wordmark) > fits;

/** Styles for a firm with a long name; '' for other firms. */
export const longNameStyles = isNameLong ? styles : '';
