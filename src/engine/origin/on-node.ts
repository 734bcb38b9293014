/** The content of one Node machine, as the process of the origin reads it (server.ts): its snapshot, and its address book. */
import type { APIContext } from 'astro';
import pLimit from 'p-limit';
import { findPast, openAddressFile } from '../addresses/index.ts';
import { createRead, readWith, type SnapshotRead } from '../content/read.ts';
import { isDamage } from '../disk/index.ts';
import { isOfStore } from '../base/log.ts';
import { codePages } from '../site.ts';
import { UnreadError, type Answer, type Host } from './host.ts';
import { createVisitorTest, damagedExit, readRoutes, task, versionHeader } from './protocol.ts';

/** Pages that are made at once. More would only hold memory, but a page for one visitor may wait for others. */
const limit = pLimit(4);
/** Connections that no request uses. Each request has one of its own, so that it reads one version. */
const idle: SnapshotRead[] = [];

/** Begins to read. A pull may have replaced the file that an idle connection has open. */
function beginReading(read: SnapshotRead, wanted: string | null): string {
  const version = read.begin();
  if (version === wanted) return version;
  read.close();
  return read.begin();
}

async function answerWithContent(
  { request }: APIContext,
  answer: Answer,
): Promise<Response | null> {
  const read = idle.pop() ?? createRead(task.snapshotDirectory);
  try {
    const version = beginReading(read, request.headers.get(versionHeader));
    const response = await readWith(read, () => answer(read, version));
    read.end();
    idle.push(read);
    return response;
  } catch (error) {
    read.close();
    // Astro wraps what a loader of a collection throws.
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    if (isOfStore(reason) || isDamage(reason)) process.exit(damagedExit);
    throw reason;
  }
}

const answerKnown: Host['answerKnown'] = (context, answer) =>
  host.isPerVisitor(context.url.pathname)
    ? answerWithContent(context, answer)
    : limit(answerWithContent, context, answer);

let looking: Promise<boolean> | undefined;
/** Asks the front for a pull, for all who wait. @returns whether the content service was read */
const askForPull = () =>
  (looking ??= new Promise<boolean>((resolve) => {
    process.once('message', resolve);
    process.send?.('look');
  }).finally(() => (looking = undefined)));

let book: ReturnType<typeof openAddressFile> | undefined;
let isPerVisitor: ReturnType<typeof createVisitorTest> | undefined;
let paths: Set<string> | undefined;

export const host: Host = {
  answerKnown,
  look: async (context) => {
    if (!(await askForPull())) throw new UnreadError();
    return (answer) => answerKnown(context, answer);
  },
  isPerVisitor: (path) => {
    isPerVisitor ??= createVisitorTest(readRoutes(task.directory));
    return isPerVisitor(path);
  },
  isCodePage: (path) => {
    paths ??= new Set([...readRoutes(task.directory).paths, ...codePages.map((page) => page.path)]);
    return paths.has(path);
  },
  findPast: (path, read) => {
    const { dataDirectory, account } = task;
    book ??= openAddressFile(dataDirectory, account);
    try {
      return findPast(book.read(), path, (id) => read({ type: 'address', id }));
    } catch (error) {
      // The pull, which writes the book, tells health of a damaged one.
      if (isOfStore(error)) return Promise.resolve(null);
      throw error;
    }
  },
  getPage: async (context, path, next) => {
    const page = await answerKnown(context, () => next(path));
    if (!page) throw new Error(`There is no page ${path}.`);
    return page;
  },
};
