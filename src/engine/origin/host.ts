/** What the middleware needs of its host. `virtual:contentful-site/host` is the module of the host that Astro builds for. */
import type { APIContext } from 'astro';
import type { PastAddress } from '../addresses/index.ts';
import type { QueryOf, Read } from '../content/read.ts';

/**
 * Answers a request from content of one version; null for an address of which that content knows nothing.
 * @param version '' for content that no pull has read: nobody may remember the answer
 */
export type Answer = (read: Read, version: string) => Promise<Response | null>;
export type AnswerFrom = (answer: Answer) => Promise<Response | null>;

export interface Host {
  /** Answers from the content that the host has. */
  answerKnown: (context: APIContext, answer: Answer) => Promise<Response | null>;
  /** Asks the content service for an item. @returns what answers from the item @throws {UnreadError} when the service cannot be read */
  look: (context: APIContext, item: QueryOf<'item'>) => Promise<AnswerFrom>;
  /** Whether Astro makes a page for each visitor. */
  isPerVisitor: (path: string) => boolean;
  /** Whether a page of the code has this address. */
  isCodePage: (path: string) => boolean;
  /** Finds where the entry of a past address is. */
  findPast: (path: string, read: Read) => Promise<PastAddress | null>;
  /** Gets a page of the code, such as the one that waits for an item. */
  getPage: (context: APIContext, path: string, next: Next) => Promise<Response>;
}

export type Next = (path?: string) => Promise<Response>;

/** The content service could not be read. */
export class UnreadError extends Error {
  override name = 'UnreadError';
}
