/**
 * Answers a form that was refused without JavaScript: the contact page with the visitor's values and
 * the problems beside the fields.
 */
import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes } from 'parse5';
import { fields, type FieldName, type FieldProblems } from '../../leads/fields.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** The site's contact page with its response headers. */
export interface ContactPage {
  html: string;
  headers: Readonly<Record<string, string>>;
}

export interface RefusedForm {
  values: Readonly<Partial<Record<FieldName, string>>>;
  problems: FieldProblems;
  /** Why the form was refused, in one sentence. */
  alert: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

function findById(root: DefaultTreeAdapterTypes.ParentNode, id: string): Element | null {
  for (const node of root.childNodes) {
    if (!tree.isElementNode(node)) continue;
    if (node.attrs.some(({ name, value }) => name === 'id' && value === id)) return node;
    const found = findById(node, id);
    if (found) return found;
  }
  return null;
}

/** Id of the empty element beside a field that shows the field's problem (islands/ContactForm.tsx). */
const getProblemId = (name: FieldName) => `${name}-problem`;
/** Id of the empty element above the form that shows the alert (sections/contact/FormPanel.astro). */
const alertId = 'contact-refused';

/**
 * Writes the refused values and problems into the page. Scripts and styles keep their bytes, because
 * the page's policy lists their hashes.
 */
export function fillContactPage(page: string, { values, problems, alert }: RefusedForm): string {
  const document = parse(page, { sourceCodeLocationInfo: true });
  const inserts: { at: number; text: string }[] = [];
  const insertInto = (id: string, text: string) => {
    const at = findById(document, id)?.sourceCodeLocation?.startTag?.endOffset;
    if (at !== undefined && text !== '') inserts.push({ at, text: escape(text) });
  };
  const insertAttributes = ({ tagName, sourceCodeLocation }: Element, attributes: string) => {
    const start = sourceCodeLocation?.startTag?.startOffset ?? sourceCodeLocation?.startOffset;
    if (start !== undefined) inserts.push({ at: start + `<${tagName}`.length, text: attributes });
  };

  insertInto(alertId, alert);
  for (const { name } of fields) {
    const value = values[name] ?? '';
    const problem = problems.get(name);
    const control = findById(document, name);
    if (!control) continue;
    // HTML parsers drop a line break at the start of a textarea.
    if (control.tagName === 'textarea') insertInto(name, value && `\n${value}`);
    else insertAttributes(control, ` value="${escape(value)}"`);
    if (problem !== undefined) {
      insertAttributes(control, ' aria-invalid="true"');
      insertInto(getProblemId(name), problem);
    }
  }

  let filled = '';
  let position = 0;
  for (const { at, text } of inserts.sort((one, other) => one.at - other.at)) {
    filled += page.slice(position, at) + text;
    position = at;
  }
  return filled + page.slice(position);
}
