import { company } from '../data/company.ts';
import { mainNavigation, primaryAction } from '../data/navigation.ts';
import { isActivePath, routes } from '../data/routes.ts';
import { MobileMenu } from './MobileMenu.tsx';

export interface NavigationProps {
  /** Path of the page, for the active link. */
  path: string;
}

/** The mark in front of the firm's name is the line, once more. */
export const Wordmark = () => (
  <a className="wordmark" href={routes.home}>
    <svg viewBox="0 0 30 24" width="30" height="24" aria-hidden="true">
      <path d="M3 20c5 0 6-4 10-4s5 2 8-1 4-8 6-12" />
    </svg>
    {company.name}
  </a>
);

export const NavigationLinks = ({ path }: NavigationProps) =>
  mainNavigation.map(({ label, href }) => (
    <li key={href}>
      <a href={href} aria-current={isActivePath(href, path) ? 'page' : undefined}>
        {label}
      </a>
    </li>
  ));

/** Site-wide header (spec §2): plain HTML and CSS until someone touches it. */
export const SiteHeader = ({ path }: NavigationProps) => (
  <header className="site-header">
    <div className="site-header__bar wrap">
      <Wordmark />
      <nav className="site-header__links" aria-label="Main">
        <ul className="links">
          <NavigationLinks path={path} />
        </ul>
        <a className="button" href={primaryAction.href}>
          {primaryAction.label}
        </a>
      </nav>
      <MobileMenu path={path} />
    </div>
  </header>
);
