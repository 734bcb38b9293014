/** Gives a table the roles that Safari 16 takes from rows laid out as blocks: https://github.com/mdn/browser-compat-data/issues/19994 */
const roles = [
  ['table', 'table'],
  ['thead,tbody', 'rowgroup'],
  ['tr', 'row'],
  ['thead th', 'columnheader'],
  ['tbody th', 'rowheader'],
  ['td', 'cell'],
] as const;
for (const [selector, role] of roles)
  for (const element of document.querySelectorAll(selector)) element.setAttribute('role', role);
