import { createContact } from '../src/engine/netlify/contact.ts';
export default createContact();
export const config = {
  path: ['/contact', '/contact/'],
  method: ['POST'],
  rateLimit: { windowLimit: 30, windowSize: 180, aggregateBy: ['ip', 'domain'] },
};
