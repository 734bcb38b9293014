import { join } from 'node:path';
import * as v from 'valibot';
import type { Signature } from './signature.ts';
import { isDamage, openForWriting, removeDatabase } from '../../disk/index.ts';

const schema = `
  CREATE TABLE signature (expires_at INTEGER, value TEXT, PRIMARY KEY (expires_at, value)) WITHOUT ROWID
`;

function openTable(file: string, now: () => number) {
  const { prepare, run, select } = openForWriting(file, 1, schema);
  // Without a sync to the disk: after a power cut the signatures expire before the machine is up again.
  run('PRAGMA synchronous = NORMAL');
  const forgetExpired = prepare('DELETE FROM signature WHERE expires_at <= ?');
  const add = select(
    'INSERT OR IGNORE INTO signature VALUES (?, ?) RETURNING value',
    v.object({ value: v.string() }),
  );
  return ({ value, expiresAt }: Signature): boolean => {
    forgetExpired(now());
    return add(expiresAt, value).length > 0;
  };
}

/** Stores accepted signatures in a folder, for the next process too. */
export function openSignatureStore(directory: string, now: () => number) {
  const file = join(directory, 'signatures.sqlite');
  let add = openTable(file, now);
  return {
    add(signature: Signature): boolean {
      try {
        return add(signature);
      } catch (error) {
        if (!isDamage(error)) throw error;
        removeDatabase(file);
        add = openTable(file, now);
        return add(signature);
      }
    },
  };
}
