export const builtInResources: readonly never[] = [];
export const isBuiltIn = (): boolean => false;
