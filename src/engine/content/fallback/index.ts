/** The built-in resources. A resource of the content service with the same slug replaces a built-in one. */
import { aiImplementationGuide } from './ai-implementation-guide.ts';
import { growthPlaybook } from './growth-playbook.ts';
import { techStackGuide } from './tech-stack-guide.ts';
import type { BuiltInCard, BuiltInResource } from './types.ts';

export const builtInResources: readonly BuiltInResource[] = [
  growthPlaybook,
  techStackGuide,
  aiImplementationGuide,
];

const toCard = ({ slug, title, subtitle, type, readTime }: BuiltInResource): BuiltInCard => ({
  id: slug,
  slug,
  title,
  description: subtitle,
  type,
  readTime,
});

/** The cards of the list page. The last card has another id and type than its resource. */
export const builtInCards: readonly BuiltInCard[] = [
  toCard(growthPlaybook),
  toCard(techStackGuide),
  { ...toCard(aiImplementationGuide), id: 'ai-implementation', type: 'Roadmap' },
];
