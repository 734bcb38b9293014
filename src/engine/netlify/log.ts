import { createLog } from '../log.ts';

export const log = createLog((line) => console.log(line));
