/** The process that draws share images, so that one without an end is given up. */
import { performTasks } from '../processes/index.ts';
import { drawShareImage } from '../site.ts';

export type DrawTask = Parameters<typeof drawShareImage>;

performTasks(async (task: DrawTask) => ({
  image: (await drawShareImage(...task)).toString('base64'),
}));
