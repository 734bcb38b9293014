import { createLog } from '../../server/log.ts';

export const log = createLog((line) => console.log(line));
