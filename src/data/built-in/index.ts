/** The built-in resources. A resource of the content service with the same slug replaces a built-in one. */
import { routes } from '../routes.ts';
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
  builtInResources.some(({ slug }) => `${routes.resources}/${slug}` === address);

/** What the list shows of a built-in resource where it differs from the resource's page. */
const cards: Readonly<Record<string, { id: string; type: string }>> = {
  'ai-implementation-guide': { id: 'ai-implementation', type: 'Roadmap' },
};

/** The card of a resource. Of the built-in ones the id is the slug, which no entry of Contentful has. */
export const cardOf = <T extends { id: string; slug: string }>(resource: T): T =>
  resource.id === resource.slug ? { ...resource, ...cards[resource.slug] } : resource;
