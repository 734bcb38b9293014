import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from './command.ts';

/** Whether a folder of the server's data is there. @throws {CommandError} when it belongs to another user */
export async function hasDataFolder(
  dataDirectory: string,
  name: 'outbox' | 'addresses',
  isChange: boolean,
): Promise<boolean> {
  const folder = join(dataDirectory, name);
  const code = (error: unknown) => error instanceof Error && 'code' in error && error.code;
  const owner = await stat(folder).then(
    ({ uid }) => uid,
    (error: unknown) => (code(error) === 'EACCES' ? null : undefined),
  );
  if (owner === undefined) return false;
  const user = process.geteuid?.() ?? owner;
  // The server could not read what another user writes.
  if (user !== owner && (user !== 0 || isChange))
    throw new CommandError(
      `${folder} belongs to another user: run this command as the user of the server (sudo -u site npm run …).`,
    );
  return true;
}
