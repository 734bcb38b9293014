import { createHealth } from '../src/engine/netlify/health.ts';
export default createHealth({
  version: 'd5a6aacc-6742-42fc-93a3-b8fc71d12bab',
  pulledAt: '2026-06-15T12:00:00.000Z',
});
export const config = {
  path: '/api/health',
  method: ['GET'],
  rateLimit: { windowLimit: 60, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};
