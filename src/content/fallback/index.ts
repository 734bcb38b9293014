/** Built-in resources (spec §3), shown when the content service has none with their slug. */
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

/** The list page's own cards; the last has an id and a type of its own (spec §3). */
export const builtInCards: readonly BuiltInCard[] = [
  toCard(growthPlaybook),
  toCard(techStackGuide),
  { ...toCard(aiImplementationGuide), id: 'ai-implementation', type: 'Roadmap' },
];
