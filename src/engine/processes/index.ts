/** The door of this room: our own processes. */
export { createProcess, type OnProgress, performTasks, TaskError } from './child.ts';
