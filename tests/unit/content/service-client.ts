/** A client of a content service, and how its reads fail, for the tests of the client. */
import { inspect } from 'node:util';
import type { ContentService } from '../../../scripts/content-service/service.ts';
import { createContentClient } from '../../../src/engine/content/contentful/client.ts';
import { ContentServiceError } from '../../../src/engine/content/contentful/contract.ts';

export const clientOf = (service: ContentService, deadlineMs = 20_000) =>
  createContentClient(service.account, { deadlineMs });

export const failureOf = async (read: Promise<unknown>): Promise<Error> => {
  const error: unknown = await read.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ContentServiceError)) throw new Error(`Not a failure: ${inspect(error)}`);
  return error;
};
