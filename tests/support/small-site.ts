import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '../fixtures/folder.ts';

const root = join(import.meta.dirname, '..', '..');

/** Copies the small site with the engine in it, and the files of `tests/sites/{name}` over these. */
export async function layOut(name = 'blog'): Promise<string> {
  const project = join(await createFolder(), 'blog');
  for (const site of new Set(['blog', name]))
    await cp(join(root, 'tests', 'sites', site), project, { recursive: true });
  await cp(join(root, 'src', 'engine'), join(project, 'src', 'engine'), { recursive: true });
  await cp(join(root, 'package-lock.json'), join(project, 'package-lock.json'));
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'), 'junction');
  return project;
}
