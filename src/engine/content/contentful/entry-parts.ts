/** What readers see of an entry, by the account's content model. EDITORS.md tells the rule to editors. */
import { parseLink, type ContentType, type ContentTypes, type WireItem } from './wire.ts';
import { isDocument } from '../body/parse.ts';
import { findVideo } from '../body/video.ts';

type Entry = Pick<WireItem, 'type' | 'fields'>;

/** `content`: rich text, and links to entries. `other`: what the site cannot show. */
type Kind = 'line' | 'text' | 'address' | 'video' | 'content' | 'picture' | 'setting' | 'other';
export interface EntryField {
  name: string;
  kind: Kind;
  value: unknown;
  /** '' for a value of another type. */
  text: string;
}

// Words of the trade, which fields have in most languages: 'nombreInterno', 'seoTitle', 'textoAlternativo', 'Nachname'.
const forEditors = /^entry(?![a-z])|[iI]ntern(?!at|et|sh)/;
const forSearch = /^(?:seo|SEO|meta(?:data)?|og|twitter)(?![a-z])|S(?:eo|EO)$/;
const forPicture = /(?:^alt|Alt)(?:[A-Z_]|$)|[Aa]lt(?:text|ern)/;
const partOfName = /(?:name|naam|navn|namn|nom|nome|nombre|apellidos?)$/i;

const address = /^(?:(?:https?:\/\/|mailto:|tel:)\S+|\/\S*)$/;
const pictureFile = /\.(?:jpe?g|png|gif|webp|avif|svg|ico)$/i;
const email = /^\S+@\S+$/;
/** A value that code reads: 'dark', 'arrow-right', '#f5f0e8', 'hero_home'. */
const forCode = /^[#_a-z][\w:#%-]*$|^\w+_\w+$/;
/** HTML of another program. */
const foreignHtml = /^<(?:iframe|script|style|svg)/i;
/** Languages of code whose names have no other meaning. */
const codeLanguage =
  /^(?:bash|c\+\+|c#|cpp|css|golang|graphql|html|java|javascript|jsx?|json|kotlin|php|powershell|python|ruby|rust|s[ac]ss|shell|sql|swift|toml|tsx?|typescript|xml|ya?ml)$/i;
const longestLine = 120;
const longestLabel = 60;

function findTextKind(name: string, text: string, type: string): Kind {
  if (forPicture.test(name)) return 'setting';
  if (findVideo(text) !== null) return 'video';
  if (address.test(text)) return pictureFile.test(text) ? 'other' : 'address';
  if (type === 'Date' || foreignHtml.test(text)) return 'other';
  if (type === 'Text' || text.length > longestLine || text.includes('\n')) return 'text';
  return forCode.test(text) ? 'other' : 'line';
}

function findKind(name: string, value: unknown, text: string, type: string): Kind {
  const { linkType } = parseLink(Array.isArray(value) ? value[0] : value);
  if (linkType === 'Asset' && !Array.isArray(value)) return 'picture';
  if (linkType !== null || isDocument(value)) return 'content';
  if (typeof value === 'boolean') return 'setting';
  return text ? findTextKind(name, text, type) : 'other';
}

/** Lists the fields that have a value, in the order of the model. Without a model the values alone say what they are. */
function listFields({ fields }: Entry, type: ContentType | undefined): EntryField[] {
  const models = new Map(type?.fields.map((field) => [field.id, field]));
  const values = new Map(Object.entries(fields));
  return [...new Set([...models.keys(), ...values.keys()])].flatMap((name) => {
    const value = values.get(name) ?? '';
    const text = typeof value === 'string' ? value.trim() : '';
    if ((typeof value === 'string' && !text) || (text && forEditors.test(name))) return [];
    const model = models.get(name);
    const isChoice = model?.validations.some((one) => one.in) ?? false;
    const kind = isChoice ? 'setting' : findKind(name, value, text, model?.type ?? '');
    return [{ name, kind, value, text }];
  });
}

/** Finds the lines that name an entry: its display field, or else its first line; both lines of a divided name. */
function findNaming(fields: readonly EntryField[], type: ContentType | undefined) {
  const lines = fields.filter(({ kind, text }) => kind === 'line' && !email.test(text));
  const first = lines.find(({ name }) => name === type?.displayField) ?? lines[0];
  if (!first) return [];
  const next = fields[fields.indexOf(first) + 1];
  const isPair = next?.kind === 'line' && [first, next].every(({ name }) => partOfName.test(name));
  return isPair ? [first, next] : [first];
}
const joinTexts = (fields: readonly EntryField[]) => fields.map(({ text }) => text).join(' ');

/** Finds the short line before each address, which says where the link leads. */
function findLabels(fields: readonly EntryField[], type: ContentType | undefined) {
  const shown = fields.filter(({ kind }) => kind !== 'setting' && kind !== 'other');
  return new Map(
    shown.flatMap((field, index) => {
      const label = field.kind === 'address' ? shown[index - 1] : undefined;
      const isShort = label?.kind === 'line' && label.text.length <= longestLabel;
      return isShort && label.name !== type?.displayField ? [[field, label]] : [];
    }),
  );
}

/** Lists the pictures of an entry, without other forms of the same, such as 'imageMobile' beside 'image'. */
function listPictures(fields: readonly EntryField[]): EntryField[] {
  const pictures = fields.filter(({ kind }) => kind === 'picture');
  const isForm = (name: string, of: string) =>
    name !== of && name.toLowerCase().includes(of.toLowerCase()) && !/\d$/.test(name);
  return pictures.filter(({ name }) => !pictures.some((other) => isForm(name, other.name)));
}

/** Divides an entry into what names it, what is shown below, and what is lost. */
export function readParts(entry: Entry, types: ContentTypes) {
  const type = types.get(entry.type ?? '');
  const fields = listFields(entry, type).filter(({ name }) => !forSearch.test(name));
  const labels = findLabels(fields, type);
  const text = fields.find(({ kind }) => kind === 'text');
  const language = fields.find(
    (one) => text && one.name !== type?.displayField && codeLanguage.test(one.text),
  );
  const used = new Set([...labels.values(), language]);
  const naming = findNaming(
    fields.filter((field) => !used.has(field)),
    type,
  );
  const isCard = fields.some(({ kind }) => kind === 'video');
  const addresses = fields.filter(({ kind }) => kind === 'address');
  // One address without a label is where the heading leads.
  const isLink = addresses.length === 1 && labels.size === 0 && naming.length > 0 && !isCard;
  const [target] = isLink ? addresses : [];
  for (const field of [...naming, target]) used.add(field);

  const pictures = listPictures(fields);
  const rest = fields.filter((one) => !used.has(one) && one.kind !== 'setting');
  const isLost = (field: EntryField) =>
    field.kind === 'other' ||
    (field.kind === 'address' && !labels.has(field)) ||
    (field.kind === 'picture' && !pictures.includes(field));
  return {
    /** What readers call the entry, also where its name is the label of a link. */
    name: joinTexts(findNaming(fields, type)),
    heading: joinTexts(naming),
    headingField: naming[0]?.name,
    target,
    shown: rest.filter((field) => !isLost(field)),
    lost: rest.filter(isLost).map(({ name }) => name),
    labels,
    code: language && text,
    language: language?.text ?? '',
    isCard,
    picture: pictures[0]?.value,
    alt: fields.find(({ name }) => forPicture.test(name))?.text ?? '',
  };
}
export type EntryParts = ReturnType<typeof readParts>;

/** Finds the title and the description that an entry has for search results; '' for each that it lacks. */
export function findHead(entry: Entry, types: ContentTypes) {
  const fields = listFields(entry, types.get(entry.type ?? ''));
  const words = fields.filter(({ kind }) => kind === 'line' || kind === 'text');
  const isLong = ({ text }: EntryField, index: number) => index > 0 && text.length > longestLabel;
  const description = words.find(({ kind }) => kind === 'text') ?? words.findLast(isLong);
  const before = description ? words.slice(0, words.indexOf(description)) : words;
  // The name for editors comes first, if there is one.
  const title = before.at(-1) ?? words.find(({ kind }) => kind === 'line');
  return { title: title?.text ?? '', description: description?.text ?? '' };
}

/** Whether an entry is about search results, by its type or by the field that links to it. */
export const isForSearch = (...names: readonly string[]): boolean =>
  names.some((name) => forSearch.test(name));
