/** The process that draws share images, so that one without an end is given up. */
import * as v from 'valibot';
import { performTasks } from '../processes/index.ts';
import { loadModule } from '../declare/project.ts';
import type { DrawShareImage } from '../declare/declaration.ts';
import { shareImages } from '../site.ts';

export type DrawTask = Parameters<DrawShareImage>;

const moduleSchema = v.object({ drawShareImage: v.function() });
const imageSchema = v.instance(Buffer);

performTasks(async (task: DrawTask) => {
  if (!shareImages) throw new Error('The site declares no share images.');
  const { drawShareImage } = await loadModule(shareImages.drawing, moduleSchema);
  const image = v.parse(imageSchema, await drawShareImage(...task));
  return { image: image.toString('base64') };
});
