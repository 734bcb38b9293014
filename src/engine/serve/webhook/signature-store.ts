import { join } from 'node:path';
import * as v from 'valibot';
import type { Signature } from './signature.ts';
import { openForWriting } from '../../disk/index.ts';

const schema = `
  CREATE TABLE signature (expires_at INTEGER, value TEXT, PRIMARY KEY (expires_at, value)) WITHOUT ROWID
`;

/** Stores accepted signatures in a folder, for the next process too. */
export function openSignatureStore(directory: string, now: () => number) {
  const { prepare, run, select } = openForWriting(join(directory, 'signatures.sqlite'), 1, schema);
  // Without a sync to the disk: after a power cut the signatures expire before the machine is up again.
  run('PRAGMA synchronous = NORMAL');
  const forgetExpired = prepare('DELETE FROM signature WHERE expires_at <= ?');
  const add = select(
    'INSERT OR IGNORE INTO signature VALUES (?, ?) RETURNING value',
    v.object({ value: v.string() }),
  );
  return {
    add({ value, expiresAt }: Signature): boolean {
      forgetExpired(now());
      return add(expiresAt, value).length > 0;
    },
  };
}
