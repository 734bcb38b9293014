/** The process that draws share images, so that one without an end is given up. */
import { performTasks } from '../processes/index.ts';
import { loadModule } from '../project.ts';
import type { DrawShareImage } from '../declaration.ts';
import { shareImages } from '../site.ts';

export type DrawTask = Parameters<DrawShareImage>;

performTasks(async (task: DrawTask) => {
  const { drawShareImage } = (await loadModule(shareImages?.drawing ?? '')) as {
    drawShareImage: DrawShareImage;
  };
  return { image: (await drawShareImage(...task)).toString('base64') };
});
