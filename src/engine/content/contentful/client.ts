/** Reads the content service. Each read has a deadline. */
import { type ContentfulAccount, getContentAccess } from './account.ts';
import { fetchChanges } from './changes.ts';
import { type ContentClient, ContentServiceError } from './contract.ts';
import { createDraftReads } from './drafts.ts';
import { Failure, toFailure } from './failure.ts';
import {
  fetchEntries,
  fetchEntriesById,
  fetchEntry,
  fetchOrder,
  fetchPages,
  fetchState,
} from './listings.ts';
import { openSession, type Session } from './session.ts';

interface Options {
  /**
   * Milliseconds for one read, including retries and waits. The reads of everything, whose length
   * depends on the number of entries, have this time for each page.
   */
  deadlineMs?: number;
}

export function createContentClient(
  account: ContentfulAccount,
  { deadlineMs = 45_000 }: Options = {},
): ContentClient {
  const { insecure, showsDrafts } = account;
  const { host, tokenName } = getContentAccess(account);

  /**
   * Runs a read with a deadline, because the official client only limits the time without any data.
   * @throws {ContentServiceError}
   */
  const within = async <T>(
    read: (session: Session, extend: () => void) => Promise<T>,
  ): Promise<T> => {
    const session = await openSession(account);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const seconds = Math.round(deadlineMs / 1000);
      timer = setTimeout(
        () => reject(new Failure(`did not finish within ${seconds} seconds`)),
        deadlineMs,
      );
    });
    try {
      return await Promise.race([read(session, () => timer?.refresh()), late]);
    } catch (error) {
      const { kind, message } = toFailure(error);
      const advice = kind === 'token' ? `; check ${tokenName}` : '';
      throw new ContentServiceError(`The content service at ${host} ${message}${advice}.`);
    } finally {
      clearTimeout(timer);
      session.close();
    }
  };

  const client: ContentClient = {
    host,
    showsDrafts,
    account: `${insecure ? 'http' : 'https'}://${host}/spaces/${account.spaceId}/environments/${account.environment}`,
    assetProtocol: insecure ? 'http:' : 'https:',
    fetchEntries: (contentType) => within((session) => fetchEntries(session, contentType)),
    fetchPages: async (contentType, onPage) => {
      // Apart from the read, because an error of our own is no failure of the service.
      let reading = Promise.resolve();
      const ids = await within((session, extend) =>
        fetchPages(session, contentType, (page) => {
          extend();
          reading = reading.then(() => onPage(page));
          reading.catch(() => undefined);
        }),
      );
      await reading;
      return ids;
    },
    fetchEntry: (contentType, slug) => within((session) => fetchEntry(session, contentType, slug)),
    fetchEntriesById: (ids) => within((session) => fetchEntriesById(session, ids)),
    fetchOrder: (contentType, wanted) =>
      within((session) => fetchOrder(session, contentType, wanted)),
    fetchChanges: (token) => within((session, extend) => fetchChanges(session, token, extend)),
    fetchState: (contentType) => within((session) => fetchState(session, contentType)),
  };
  if (!showsDrafts) return client;
  const published = createContentClient({ ...account, showsDrafts: false }, { deadlineMs });
  return { ...client, ...createDraftReads(client, published) };
}
