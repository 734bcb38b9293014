/** Lets Markdown be as the policy of pages needs it. */
import * as v from 'valibot';

const processorSchema = v.object({
  name: v.literal('satteri'),
  options: v.object({ hastPlugins: v.array(v.unknown()) }),
});

interface Cell {
  properties?: { style?: unknown };
}
interface Context {
  setProperty: (cell: Cell, name: string, value: string | null) => void;
}

/** Aligns the cells of tables by `align`: a policy allows no style attributes. */
const align = {
  name: 'align-by-attribute',
  element: {
    filter: ['td', 'th'],
    visit(cell: Cell, context: Context) {
      const [, side] =
        /^text-align: (left|center|right)$/.exec(String(cell.properties?.style)) ?? [];
      if (side === undefined) return;
      context.setProperty(cell, 'align', side);
      context.setProperty(cell, 'style', null);
    },
  },
};

/** Extends Astro's own processor of Markdown and MDX, as it allows integrations to. Any other stays as it is. */
export function alignByAttribute(processor: unknown): void {
  if (!v.is(processorSchema, processor)) return;
  const { hastPlugins } = processor.options;
  if (!hastPlugins.includes(align)) hastPlugins.push(align);
}
