/** The door of this room: the code of the pages as a function. */
export { prepare, runAstroBuild, spawnAstro } from './bundle.ts';
export {
  getPartsCode,
  type InlineParts,
  nameInlineParts,
  parseInlineParts,
} from './inline-parts.ts';
export type { Renderer, Target } from './renderer.ts';
