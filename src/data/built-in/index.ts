/** The built-in resources. A resource of the content service with the same slug replaces a built-in one. */
import { resourcePath } from '../routes.ts';
import { aiImplementationGuide } from './ai-implementation-guide.ts';
import type { BuiltInResource } from './document.ts';
import { growthPlaybook } from './growth-playbook.ts';
import { techStackGuide } from './tech-stack-guide.ts';

export const builtInResources: readonly BuiltInResource[] = [
  growthPlaybook,
  techStackGuide,
  aiImplementationGuide,
];

/** Whether an address is that of a built-in resource. Pages link to no other: editors may take theirs back. */
export const isBuiltIn = (address: string): boolean =>
  builtInResources.some(({ slug }) => resourcePath(slug) === address);
