/** The door of this room: our own processes. */
export {
  createProcess,
  type OnProgress,
  performTasks,
  type ProcessOptions,
  PublishError,
  youngGeneration,
} from './child.ts';
