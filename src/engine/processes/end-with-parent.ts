/** For `node --import`: ends a process that is not ours, such as Astro's, with its parent. */
import { endWithParent } from './child.ts';

endWithParent();
