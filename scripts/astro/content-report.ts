import type { AstroIntegration } from 'astro';
import { contentReportPath } from '../../src/data/routes.ts';

/** Adds the content report. Astro makes no page of a file below an underscore. */
export const contentReport = (): AstroIntegration => ({
  name: 'content-report',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => {
      injectRoute({
        pattern: contentReportPath,
        entrypoint: new URL('../../src/pages/_editors/content-report.astro', import.meta.url),
      });
    },
  },
});
