/**
 * The content model as editors see it, in Contentful's terms. `npm run content:model`, the
 * embedded content service, `npm run doctor` and the tests all use this definition.
 */
import { BLOCKS, INLINES, MARKS } from '@contentful/rich-text-types';
import { contentTypes, getWireType, type ContentType } from '#engine/content/contentful/index.ts';
import { entryLimits, slugRules } from '#engine/content/index.ts';
import type { PostField, ResourceField } from '#data/content-fields.ts';

export type FieldType = 'Symbol' | 'Text' | 'Date' | 'RichText' | 'Link' | 'Array';

/** A rule for an editor's value. Contentful shows `message` when the value breaks the rule. */
export interface Validation {
  unique?: boolean;
  size?: { max: number };
  regexp?: { pattern: string; flags: string };
  prohibitRegexp?: { pattern: string; flags: string };
  in?: string[];
  linkMimetypeGroup?: string[];
  enabledNodeTypes?: (`${BLOCKS}` | `${INLINES}`)[];
  enabledMarks?: `${MARKS}`[];
  nodes?: Partial<Record<(typeof entryNodes)[number], { linkContentType: string[] }[]>>;
  message?: string;
}

export interface FieldModel {
  /** Label above the field, and help text below it. */
  name: string;
  help: string;
  type: FieldType;
  widget: string;
  /** Settings of the widget, besides the help text. */
  settings?: Readonly<Record<string, string>>;
  required: boolean;
  validations: Validation[];
}

export interface ContentTypeModel {
  name: string;
  description: string;
  fields: Readonly<Record<string, FieldModel>>;
}

const flags = '';

const entryNodes = [
  BLOCKS.EMBEDDED_ENTRY,
  INLINES.EMBEDDED_ENTRY,
  INLINES.ENTRY_HYPERLINK,
] as const;
const linkContentType = contentTypes.map(getWireType);

const text = (name: string, help: string, validations: Validation[] = []): FieldModel => ({
  name,
  help,
  type: 'Symbol',
  widget: 'singleLine',
  required: false,
  validations,
});

const title = (help: string): FieldModel => ({ ...text('Title', help), required: true });

const slug = (folder: string): FieldModel => ({
  ...text(
    'Slug',
    `The address below /${folder}/: lower-case words with hyphens. When you change it, the old address leads on to the new one, and links keep working.`,
    [
      { unique: true },
      {
        regexp: { pattern: slugRules.pattern.source, flags },
        message: 'Use lower-case letters a to z, digits and single hyphens.',
      },
      {
        prohibitRegexp: { pattern: `^(${slugRules.reserved.join('|')})$`, flags },
        message: 'The site needs this address itself.',
      },
      { size: { max: slugRules.longest } },
    ],
  ),
  widget: 'slugEditor',
  required: true,
});

/** Allows the nodes that rich-text/render.ts renders. Links to other spaces are not allowed. */
const content: FieldModel = {
  name: 'Content',
  help: 'The body. Begin sections with heading 2: the title of the page is its only heading 1.',
  type: 'RichText',
  widget: 'richTextEditor',
  required: true,
  validations: [
    {
      enabledNodeTypes: [
        BLOCKS.HEADING_1,
        BLOCKS.HEADING_2,
        BLOCKS.HEADING_3,
        BLOCKS.HEADING_4,
        BLOCKS.HEADING_5,
        BLOCKS.HEADING_6,
        BLOCKS.UL_LIST,
        BLOCKS.OL_LIST,
        BLOCKS.QUOTE,
        BLOCKS.HR,
        BLOCKS.TABLE,
        BLOCKS.EMBEDDED_ASSET,
        BLOCKS.EMBEDDED_ENTRY,
        INLINES.EMBEDDED_ENTRY,
        INLINES.HYPERLINK,
        INLINES.ENTRY_HYPERLINK,
        INLINES.ASSET_HYPERLINK,
      ],
    },
    { enabledMarks: Object.values(MARKS) },
    { nodes: Object.fromEntries(entryNodes.map((node) => [node, [{ linkContentType }]])) },
  ],
};

const author = (help: string) => text('Author', help);

export const contentModel = {
  blogPost: {
    name: 'Blog post',
    description: 'An article under /blog. The newest one is the featured post.',
    fields: {
      title: title(
        `The headline. Search results show about ${entryLimits.title} characters of it.`,
      ),
      slug: slug('blog'),
      author: author('The name under the headline.'),
      publishedDate: {
        ...text(
          'Published date',
          'Orders the blog. A post with a date to come appears on that day.',
        ),
        type: 'Date',
        widget: 'datePicker',
        settings: { format: 'dateonly' },
        required: true,
      },
      featuredImage: {
        name: 'Featured image',
        help: 'At least 1,600 pixels wide. Its title is read out to those who cannot see it. Without an image the site draws a cover.',
        type: 'Link',
        widget: 'assetLinkEditor',
        required: false,
        validations: [{ linkMimetypeGroup: ['image'] }],
      },
      excerpt: {
        ...text(
          'Excerpt',
          `One or two sentences for lists and feeds, and for search results when there is no SEO description (${entryLimits.description} characters there).`,
        ),
        type: 'Text',
        widget: 'multipleLine',
      },
      content,
      category: text('Category', 'One subject, such as Growth or CRM.'),
      tags: {
        ...text('Tags', 'Each tag has a page of its own. Spell a tag as it is spelled elsewhere.'),
        type: 'Array',
        widget: 'tagEditor',
      },
      seoTitle: text('SEO title', 'For search results and shared links; the title when empty.', [
        { size: { max: entryLimits.title } },
      ]),
      seoDescription: text(
        'SEO description',
        'For search results and shared links; the excerpt when empty.',
        [{ size: { max: entryLimits.description } }],
      ),
    },
  },
  resource: {
    name: 'Resource',
    description: 'A guide, playbook or template under /resources. The newest one is featured.',
    fields: {
      title: title(`What it is called. Search results show about ${entryLimits.title} characters.`),
      slug: slug('resources'),
      subtitle: {
        ...text(
          'Subtitle',
          `What a reader gets, in a sentence of up to ${entryLimits.description} characters: it stands on the card and in search results.`,
        ),
        required: true,
      },
      author: author('The team when empty.'),
      readTime: text('Read time', 'Such as "12 min"; "10 min" when empty.', [
        { regexp: { pattern: '^\\d+( min)?$', flags }, message: 'Write it as "12 min".' },
      ]),
      type: text('Type', 'On the badge: Guide, Playbook, Checklist. "Guide" when empty.'),
      gradient: {
        ...text('Gradient', 'Colours of the cover; purple to blue when empty.', [
          { in: ['purple-to-blue', 'brown-to-gold', 'green-to-blue', 'blue-to-green'] },
        ]),
        widget: 'dropdown',
      },
      content,
    },
  },
} as const satisfies Record<ContentType, ContentTypeModel> & {
  blogPost: { fields: Record<PostField, FieldModel> };
  resource: { fields: Record<ResourceField, FieldModel> };
};

const textTypes: readonly string[] = ['Symbol', 'Text', 'RichText'] satisfies FieldType[];

/** A field of a content type in the account, as far as its kind matters. */
export interface FieldKind {
  type: string;
  linkType?: string | null | undefined;
}

/** Names the kind of a field for people: 'Symbol', 'Link to an entry'. */
export const formatKind = ({ type, linkType }: FieldKind): string =>
  type === 'Link' ? `Link to an ${linkType === 'Asset' ? 'asset' : 'entry'}` : type;

/**
 * Describes how the site reads a field of this kind: `as it is`, another way in words, or null for an
 * unreadable field. Every text type works for a text field.
 */
export function describeReading(id: string, field: FieldModel, known: FieldKind): string | null {
  const { type, linkType } = known;
  if (type === field.type) {
    if (type !== 'Link' || linkType !== 'Entry') return 'as it is';
    return null;
  }
  const isEntryLink = type === 'Link' && linkType !== 'Asset';
  if (id === 'slug') return null;
  if (field.type === 'RichText') {
    if (isEntryLink) return 'as the text of the linked entry';
    return type === 'Text' ? 'as plain paragraphs' : null;
  }
  if (!textTypes.includes(field.type)) return null;
  if (isEntryLink) return 'as the name of the linked entry';
  return textTypes.includes(type) ? 'as it is' : null;
}
