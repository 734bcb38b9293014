/** What layout and draft banner write into pages themselves: browsers run only this and what Astro inlines. */
import draftBannerStyles from '#styles/draft-banner.css?inline';
import noScriptStyles from '#styles/no-script.css?inline';
import { dataTokens } from './data-tokens.ts';

const { SHOWS_DRAFTS } = import.meta.env;

export const inlineStyles = {
  // Before all other styles, so that the order of imports cannot change the order of the layers.
  first: `@layer reset,base;${dataTokens}`,
  noScript: noScriptStyles,
  ...(SHOWS_DRAFTS && { draftBanner: draftBannerStyles }),
};

export const inlineScripts = {
  /** Lets browsers prerender the next page while the pointer rests on its link. */
  speculationRules: JSON.stringify({
    prerender: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }],
  }),
};
