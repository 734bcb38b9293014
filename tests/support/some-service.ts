import { servicePath } from '../../src/data/routes.ts';
import { services } from '../../src/data/services/index.ts';

const [service] = services;
if (!service) throw new Error('The catalogue is empty.');

/** The page of a service, whatever the firm sells. */
export const someService = servicePath(service.category, service.slug);
