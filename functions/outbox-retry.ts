import { createOutboxRetry } from '../src/engine/netlify/outbox-retry.ts';
export default createOutboxRetry();
export const config = { schedule: '* * * * *' };
