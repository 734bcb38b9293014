/** The door of this room: our own processes. */
export {
  createProcess,
  type OnProgress,
  performTasks,
  type ProcessOptions,
  TaskError,
} from './child.ts';
