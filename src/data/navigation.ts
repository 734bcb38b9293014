import { categoryPath, routes } from './routes.ts';
import { categories } from './services/index.ts';

/** A breadcrumb trail from the outside in. The last item is the page itself and has no address. */
export type Trail = readonly { label: string; href?: string }[];

/** Trail of a page below a list. */
export const getTrail = (list: { label: string; path: string }, label: string): Trail => [
  { label: 'Home', href: routes.home },
  { label: list.label, href: list.path },
  { label },
];

export const mainNavigation = [
  { label: 'Services', href: routes.services },
  { label: 'Blog', href: routes.blog },
  { label: 'Resources', href: routes.resources },
  { label: 'About', href: routes.about },
  { label: 'Contact', href: routes.contact },
] as const;

/** The button in the header and in the menu. */
export const primaryAction = { label: "Let's Talk", href: routes.contact } as const;

/** The main call to action. */
export const primaryCallToAction = { label: "Let's Talk Growth", href: routes.contact } as const;

export const footerNavigation = [
  {
    title: 'Services',
    links: categories.map(({ slug, title }) => ({ label: title, href: categoryPath(slug) })),
  },
  {
    title: 'Company',
    links: [
      { label: 'About', href: routes.about },
      { label: 'Contact', href: routes.contact },
      { label: 'Blog', href: routes.blog },
      { label: 'Careers', href: routes.careers },
    ],
  },
  {
    title: 'Resources',
    links: [
      { label: 'All Resources', href: routes.resources },
      { label: 'Growth Playbook', href: `${routes.resources}/growth-playbook` },
      { label: 'Tech Stack Guide', href: `${routes.resources}/tech-stack-guide` },
      { label: 'AI Implementation Guide', href: `${routes.resources}/ai-implementation-guide` },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Privacy', href: routes.privacy },
      { label: 'Terms', href: routes.terms },
      { label: 'Cookies', href: routes.cookies },
    ],
  },
] as const;
