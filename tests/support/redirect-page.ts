/** Whether a page only leads on, where a host has no rules for redirects. */
export const isRedirectPage = (html: string) => html.includes('http-equiv="refresh"');
