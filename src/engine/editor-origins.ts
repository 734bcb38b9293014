/** Where Contentful's own editor is. @param region part of the addresses of a region: '' or 'eu.' */
export const getEditorOrigin = (region: string) => `https://app.${region}contentful.com`;

/** The pages that may show a draft preview in a frame. */
export const editorOrigins: readonly string[] = ['', 'eu.'].map(getEditorOrigin);
