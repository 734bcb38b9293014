/// <reference types="astro/client" />

interface ImportMetaEnv {
  /** Folder of the content snapshot (absolute), from `DATA_DIR`; set in astro.config.mjs. */
  readonly SNAPSHOT_DIRECTORY: string;
  /** The fixed company inbox (`CONTACT_INBOX`); set in astro.config.mjs. */
  readonly CONTACT_INBOX: string;
  /** Whether this is a preview that search engines must not show (`CONTEXT`); set in astro.config.mjs. */
  readonly IS_PREVIEW: boolean;
  /** Whether this site shows drafts (src/engine/content/contentful/drafts.ts); set in astro.config.mjs. */
  readonly SHOWS_DRAFTS: boolean;
}
