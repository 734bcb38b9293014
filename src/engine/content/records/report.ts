/** The content report tells editors what of the content is left out or lost, and why. */
import * as v from 'valibot';
import { getCollection } from '../find-collection.ts';

/** What a field of one entry has to say to its editor. */
export const findingSchema = v.object({
  field: v.string(),
  /** Continues a sentence after the name of the field: 'is missing; …'. */
  message: v.string(),
  /** Whether the site does not show the entry because of this problem. */
  isLeftOut: v.exactOptional(v.literal(true)),
});
export type Finding = v.InferOutput<typeof findingSchema>;

export const createWarning = (field: string, message: string): Finding => ({ field, message });
export const leaveOut = (field: string, message: string): Finding => ({
  ...createWarning(field, message),
  isLeftOut: true,
});

/** A finding with the entry; `entryTitle` is '' without a title, `slug` null where none can be used. */
export const problemSchema = v.object({
  ...findingSchema.entries,
  collection: v.string(),
  entryId: v.string(),
  entryTitle: v.string(),
  slug: v.nullable(v.string()),
});
export type Problem = v.InferOutput<typeof problemSchema>;

/** A content type that would have lost more than half of its entries at once: the site keeps them. */
export const heldSchema = v.object({
  collection: v.string(),
  /** How many entries the site shows, and how many the content service has for it. */
  had: v.number(),
  has: v.number(),
  /** The time of the pull that held them first, ISO 8601. */
  since: v.string(),
});
export type Held = v.InferOutput<typeof heldSchema>;

/** What a pull tells editors. */
export const reportSchema = v.object({
  /** As Contentful writes it; '' when unknown. */
  locale: v.string(),
  /** Of the entries in Contentful; null for the sample space. */
  entriesAddress: v.nullable(v.string()),
  problems: v.array(problemSchema),
  held: v.array(heldSchema),
});
export type Report = v.InferOutput<typeof reportSchema>;

/** Says what is held back, and what to do. */
export function formatHeld(held: readonly Held[]): string {
  const types = held.map(({ collection, had, has, since }) => {
    const { contentType } = getCollection(collection);
    return `${contentType} (the site had ${had}, now ${has} can be shown) since ${since}`;
  });
  return `More than half went at once, so the site holds back ${types.join(' and ')}. If that is right, run 'npm run build -- --accept-fewer'; else publish them again.`;
}

/** The two halves of the report. */
export const halves = { leftOut: 'Left out', lost: 'Lost' } as const;
