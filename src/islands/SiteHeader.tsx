import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { company } from '../data/company.ts';
import { mainNavigation, primaryAction } from '../data/navigation.ts';
import { isActivePath, routes } from '../data/routes.ts';
import { MobileMenu } from './MobileMenu.tsx';
import { $scrolled, scrollThreshold } from './navigation-store.ts';

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

export const NavigationLinks = ({ path }: NavigationProps) =>
  mainNavigation.map(({ label, href }) => (
    <li key={href}>
      <a href={href} aria-current={isActivePath(href, path) ? 'page' : undefined}>
        {label}
      </a>
    </li>
  ));

/**
 * Site-wide header (spec §2). CSS slims it after 50px where it can watch the scroll; elsewhere this
 * island does, from the store.
 */
export const SiteHeader = ({ path }: NavigationProps) => {
  const scrolled = useStore($scrolled);

  useEffect(() => {
    if (CSS.supports('animation-timeline: scroll()')) return;
    const follow = () => $scrolled.set(scrollY > scrollThreshold);
    follow();
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, []);

  return (
    <header className="site-header" data-scrolled={scrolled || undefined}>
      <div className="site-header__bar wrap">
        <a className="wordmark" href={routes.home}>
          <WordmarkText />
        </a>
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
};
