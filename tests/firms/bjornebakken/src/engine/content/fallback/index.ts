import type { Document } from '@contentful/rich-text-types';
import type { ResourceSummary } from '../articles/records.ts';

export interface BuiltInResource extends Omit<ResourceSummary, 'id' | 'updatedAt'> {
  document: Document;
}

export const builtInResources: readonly BuiltInResource[] = [];

export const isBuiltIn = (): boolean => false;
