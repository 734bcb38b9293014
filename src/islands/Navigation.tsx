import { mainNavigation, primaryAction } from '../data/navigation.ts';
import { isActivePath } from '../data/routes.ts';

export interface NavigationProps {
  /** Path of the page, for the active link. */
  path: string;
  /** Name of the firm. The island gets no other fact of the firm than those in its props. */
  name: string;
  /** Tagline of the firm, below the links of the menu. */
  tagline: string;
}

/** The mark before the firm's name is the line, once more. */
export const WordmarkText = ({ name }: { name: string }) => (
  <>
    <svg viewBox="0 0 30 24" width="30" height="24" aria-hidden="true">
      <path d="M3 20c5 0 6-4 10-4s5 2 8-1 4-8 6-12" />
    </svg>
    {name}
  </>
);

/** The links of the header and of the menu, and the button that leads to the contact page. */
export const NavigationLinks = ({ path }: Pick<NavigationProps, 'path'>) => (
  <>
    <ul className="links">
      {mainNavigation.map(({ label, href }) => (
        <li key={href}>
          <a href={href} aria-current={isActivePath(href, path) ? 'page' : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
    <a className="button" href={primaryAction.href}>
      {primaryAction.label}
    </a>
  </>
);
