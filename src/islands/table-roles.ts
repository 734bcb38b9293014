/** Gives a table its roles, which Safari 16 takes from rows laid out as blocks. In HTML they would be an error. */
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
