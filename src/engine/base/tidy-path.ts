/** Takes away what people and programs add to an address: capitals, `.html`, a sign of the sentence around it. */
export const tidyPath = (path: string): string =>
  path
    .toLowerCase()
    .replace(/[.,:;!?'"’”)\]}>…]+$/u, '')
    .replace(/\.html$/, '') || '/';
