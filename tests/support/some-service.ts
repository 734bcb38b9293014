import { servicePath } from '../../src/data/routes.ts';
import { services } from '../../src/data/services/index.ts';

const [service] = services;
if (!service) throw new Error('The catalogue is empty.');

/** The page of an arbitrary service, for tests that must pass with any firm's services. */
export const someService = servicePath(service.category, service.slug);
