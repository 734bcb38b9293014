import { company } from '../data/company.ts';
import { mainNavigation, primaryAction } from '../data/navigation.ts';
import { isActivePath } from '../data/routes.ts';

export interface NavigationProps {
  /** Path of the page, for the active link. */
  path: string;
}

/** The mark before the firm's name is the line, once more. */
export const WordmarkText = () => (
  <>
    <svg viewBox="0 0 30 24" width="30" height="24" aria-hidden="true">
      <path d="M3 20c5 0 6-4 10-4s5 2 8-1 4-8 6-12" />
    </svg>
    {company.name}
  </>
);

/** The links of the header and of the menu, and the button that leads to the contact page. */
export const NavigationLinks = ({ path }: NavigationProps) => (
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
