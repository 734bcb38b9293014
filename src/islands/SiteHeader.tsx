import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { routes } from '../data/routes.ts';
import { MobileMenu } from './MobileMenu.tsx';
import { NavigationLinks, WordmarkText, type NavigationProps } from './Navigation.tsx';
import { $scrolled, scrollThreshold } from './navigation-store.ts';

/**
 * Site-wide header (spec §2). CSS slims it after 50px where it can watch the scroll; elsewhere this
 * island does, from the store.
 */
export const SiteHeader = ({ path, name, tagline }: NavigationProps) => {
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
          <WordmarkText name={name} />
        </a>
        <nav className="site-header__links" aria-label="Main">
          <NavigationLinks path={path} />
        </nav>
        <MobileMenu path={path} name={name} tagline={tagline} />
      </div>
    </header>
  );
};
