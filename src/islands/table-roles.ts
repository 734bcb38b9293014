/**
 * Gives the rows and cells of a table their roles. Safari 16 takes them from a table whose rows are laid out
 * as blocks, and HTML allows the attributes to scripts only.
 */
const roles = {
  table: 'table',
  'thead, tbody': 'rowgroup',
  tr: 'row',
  'thead th': 'columnheader',
  'tbody th': 'rowheader',
  td: 'cell',
};
for (const [selector, role] of Object.entries(roles))
  for (const element of document.querySelectorAll(selector)) element.setAttribute('role', role);
