// Only `npm run audit` installs these packages, so the type checker reads what is in use of them here.
declare module 'lighthouse' {
  interface Flags {
    port: number;
    logLevel: 'silent';
    onlyCategories: string[];
    skipAudits: string[];
    ignoreStatusCode: boolean;
    disableFullPageScreenshot: boolean;
  }
  interface Result {
    audits: Partial<Record<string, { score: number | null; numericValue?: number }>>;
    categories: Record<
      string,
      { score: number | null; auditRefs: { id: string; weight: number }[] }
    >;
    runtimeError?: { message: string };
  }
  export default function lighthouse(
    url: string,
    flags: Flags,
  ): Promise<{ lhr: Result } | undefined>;
}

declare module 'chrome-launcher' {
  interface Options {
    chromePath: string;
    chromeFlags: string[];
    envVars: Record<string, string | undefined>;
    userDataDir: string;
    logLevel: 'silent';
  }
  export function launch(options: Options): Promise<{ port: number; kill(): void }>;
}

declare module 'selfsigned' {
  export function generate(
    attributes: { name: string; value: string }[],
    options: { keyType: 'ec'; algorithm: 'sha256' },
  ): Promise<{ private: string; cert: string }>;
}
