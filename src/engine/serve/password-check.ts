import { hasPassword, refusalHeaders } from './draft-access.ts';
import { Refusal } from './http.ts';
import { createRateLimit, getClientKey } from './rate-limit.ts';

/**
 * Creates a check of the `Authorization` header, which returns null for the right password. Each client has a
 * limit of its own for wrong ones: guessing strangers must not lock out an editor.
 */
export function createPasswordCheck(passwordHash: string, now: () => number) {
  const guesses = createRateLimit(now);
  const refuse = (status: number, sentence: string) =>
    new Refusal(status, sentence, refusalHeaders);
  return (authorization: string | null, clientAddress: string): Refusal | null => {
    if (authorization === null) return refuse(401, 'This page needs the password of the editors.');
    const giveBack = guesses.take(getClientKey(clientAddress));
    if (!giveBack) return refuse(429, 'Too many wrong passwords. Please try again later.');
    if (!hasPassword(authorization, passwordHash))
      return refuse(401, 'This page needs the password of the editors.');
    giveBack();
    return null;
  };
}
