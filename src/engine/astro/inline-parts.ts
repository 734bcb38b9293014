/** Of a site whose layouts write no script and no style by `set:html`. */
export const inlineScripts = {};
export const inlineStyles = {};
