/** Modules that set-up.ts names. */

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

declare module 'virtual:contentful-site/host' {
  // An import by a path is not allowed here, and other sites have no '#engine'.
  // oxlint-disable-next-line typescript/consistent-type-imports
  export const host: import('./host.ts').Host;
}
