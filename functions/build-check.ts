import { createBuildCheck } from '../src/engine/netlify/build-check.ts';
export default createBuildCheck({
  version: 'd5a6aacc-6742-42fc-93a3-b8fc71d12bab',
  readUpTo: '98c81ad689d807772d17 0.1000',
  nextDue: null,
});
export const config = { schedule: '*/5 * * * *' };
