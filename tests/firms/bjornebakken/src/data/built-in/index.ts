import type { BuiltInResource } from './document.ts';

export const builtInResources: readonly BuiltInResource[] = [];
export const isBuiltIn = (): boolean => false;
export const cardOf = <T>(resource: T): T => resource;
