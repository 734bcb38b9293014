/** The door of this room: our own processes. */
export {
  childOptions,
  createProcess,
  endWithParent,
  type OnProgress,
  performTasks,
  TaskError,
} from './child.ts';
export { loadConfig } from './environment.ts';
