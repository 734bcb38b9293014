export const builtInResources: readonly never[] = [];
export const isBuiltIn = (): boolean => false;
export const cardOf = <T>(resource: T): T => resource;
