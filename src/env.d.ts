/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** Folder of the content snapshot (absolute), from `DATA_DIR`; set in astro.config.mjs. */
  readonly SNAPSHOT_DIRECTORY: string;
  /** The fixed company inbox (`CONTACT_INBOX`); set in astro.config.mjs. */
  readonly CONTACT_INBOX: string;
  /** Whether this is a copy of the site, not to be found (`CONTEXT`); set in astro.config.mjs. */
  readonly IS_PREVIEW: boolean;
  /** Whether pages tell how fast they were (`VITALS`); set in astro.config.mjs. */
  readonly MEASURES_VITALS: boolean;
  /** Whether this copy shows drafts (src/content/contentful/drafts.ts); set in astro.config.mjs. */
  readonly SHOWS_DRAFTS: boolean;
}
