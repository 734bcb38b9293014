import { company } from '../data/company.ts';
import styles from '../styles/long-name.css?inline';

/** Most letters of a word that fit beside the menu button at full size. */
const fits = 11;

export const isNameLong = company.wordmark.split(/[\s\u00ad-]+/).some((word) => word.length > fits);

/** What a long name needs; nothing for a short one. */
export const longNameStyles = isNameLong ? styles : '';
