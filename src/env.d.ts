/// <reference types="astro/client" />
import type { Body } from '#engine/declare/collections.ts';
import type { getPageSettings } from '#engine/config.ts';

type PageSettings = Readonly<ReturnType<typeof getPageSettings>>;

declare global {
  /** What a pull says of a text beside its HTML (engine/content/loader.ts). */
  type Rendered = Partial<Omit<Body, 'html' | 'headings'>>;

  interface ImportMetaEnv extends PageSettings {
    /** Folder of the content snapshot (absolute), from `DATA_DIR`; set in astro.config.mjs. */
    readonly SNAPSHOT_DIRECTORY: string;
    /** Origin of the content service's pictures, which a page shows until we have them; null for none. */
    readonly PICTURE_ORIGIN: string | null;
    /** Hashes that the site's own policy names. */
    readonly POLICY_HASHES: readonly string[];
    /** The policy that browsers report on in dev; null for a site without one. */
    readonly DEV_POLICY: string | null;
  }
}
