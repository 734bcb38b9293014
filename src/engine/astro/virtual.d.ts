/** Modules that the options of the integration name (plugins.ts). */

declare module 'virtual:contentful-site/layout' {
  /** What the engine's pages hand to the layout of the site. */
  export interface LayoutProps {
    path: string;
    title: string;
    description: string;
    indexed?: boolean;
  }
  const Layout: (props: LayoutProps) => unknown;
  export default Layout;
}

declare module 'virtual:contentful-site/inline-parts' {
  export const inlineScripts: Readonly<Record<string, string>>;
  export const inlineStyles: Readonly<Record<string, string>>;
}

declare module 'virtual:contentful-site/inline-in-sources' {
  /** What the sources of the pages have inline (sources.ts). */
  // An import by a path is not allowed here, and other sites have no '#engine'.
  // oxlint-disable-next-line typescript/consistent-type-imports
  const found: import('./read-source.ts').FoundInSources;
  export default found;
}

declare module 'virtual:astro:assets/fonts/internal' {
  /** The styles of `<Font>`, by the variable of each typeface. */
  export const componentDataByCssVariable: ReadonlyMap<string, { css: string }>;
}
