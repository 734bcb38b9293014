/** Characters that search engines show of a title. */
const longestTitle = 70;

/** The title of a page as browsers and search results show it: with the name of the firm, where there is room. */
export function formatPageTitle(title: string, firm: string): string {
  const withName = title.includes(firm) ? title : `${title} | ${firm}`;
  return withName.length > longestTitle ? title : withName;
}
