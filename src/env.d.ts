/// <reference types="astro/client" />
import type { getPageSettings } from '#engine/config.ts';

type PageSettings = Readonly<ReturnType<typeof getPageSettings>>;

declare global {
  interface ImportMetaEnv extends PageSettings {
    /** Folder of the content snapshot (absolute), from `DATA_DIR`; set in astro.config.mjs. */
    readonly SNAPSHOT_DIRECTORY: string;
  }
}
