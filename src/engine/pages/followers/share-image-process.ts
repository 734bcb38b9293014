/** The process that draws share images, so that one without an end is given up. */
import { performTasks } from '../../processes/index.ts';
import { drawShareImage } from '../../site.ts';

type Card = Parameters<typeof drawShareImage>[0];

performTasks(async (card: Card) => ({ png: (await drawShareImage(card)).toString('base64') }));
