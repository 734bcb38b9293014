/** The most characters of a title that search engines show. */
const longestTitle = 70;

/** The title in browsers and search results: with the firm's name if there is room. */
export function formatPageTitle(title: string, firm: string): string {
  const withName = title.includes(firm) ? title : `${title} | ${firm}`;
  return withName.length > longestTitle ? title : withName;
}
