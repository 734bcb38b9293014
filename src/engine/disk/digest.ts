import { hash } from 'node:crypto';

/** Names content by its bytes: the first 20 hexadecimal digits of their SHA-256. */
export const digest = (data: string | Buffer): string => hash('sha256', data).slice(0, 20);
