/** Rules for text: how pasted text is read, HTML is escaped and an address is tidied. They ship to visitors, so this file imports nothing. */

/** What the codes 0x80 to 0x9F mean (https://encoding.spec.whatwg.org/index-windows-1252.txt); a space where they mean nothing. */
const oldWindows = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Every character that is read as another one, or goes. Most texts have none. */
const odd =
  /[\0-\u0008\v-\u001f\u007f-\u009f\u200b\u2028\u2029\u2060\ufeff\ufffc\ufffe\uffff]|\p{Surrogate}/u;

/** Reads text as it is meant, valid in HTML and XML: breaks become `\n`, old Windows' characters theirs, others go. */
export function readText(text: string): string {
  if (!odd.test(text)) return text;
  return (
    text
      // Older browsers lack https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/String/toWellFormed
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .replace(/\r\n?|[\v\f\u2028\u2029]/g, '\n')
      .replace(/[\u0080-\u009f]/g, (code) => oldWindows.charAt(code.charCodeAt(0) - 0x80).trim())
      // Also what is pasted unseen: signs that divide words or hold them together, and the box of a picture that stayed behind.
      .replace(/[\0-\u0008\u000e-\u001f\u007f\u200b\u2060\ufeff\ufffc\ufffe\uffff]/g, '')
  );
}

/** Writes text for HTML or XML, in elements and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Takes away what people and programs add to an address: capitals, `.html`, a sign of the sentence around it. */
export const tidyPath = (path: string): string =>
  path
    .toLowerCase()
    .replace(/[.,:;!?'"’”)\]}>…]+$/u, '')
    .replace(/(?:\/index)?\.html$/, '') || '/';
