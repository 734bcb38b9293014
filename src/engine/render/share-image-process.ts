/** The process that draws share images, so that one without an end is given up. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { performTasks } from '../processes/index.ts';
import { getProjectRoot } from '../project-root.ts';
import { shareImages, type DrawShareImage } from '../site.ts';

export type DrawTask = Parameters<DrawShareImage>;

performTasks(async (task: DrawTask) => {
  const file = join(getProjectRoot(), shareImages?.drawing ?? '');
  const { drawShareImage } = (await import(pathToFileURL(file).href)) as {
    drawShareImage: DrawShareImage;
  };
  return { image: (await drawShareImage(...task)).toString('base64') };
});
