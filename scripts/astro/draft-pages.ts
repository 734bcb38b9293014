import type { AstroIntegration } from 'astro';
import { draftReportPath } from '../../src/data/routes.ts';

/** Adds the pages that only a draft preview has. Astro makes no page of a file below an underscore. */
export const draftPages = (): AstroIntegration => ({
  name: 'draft-pages',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => {
      injectRoute({
        pattern: draftReportPath,
        entrypoint: new URL('../../src/pages/_drafts/report.astro', import.meta.url),
      });
    },
  },
});
