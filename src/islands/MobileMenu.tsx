import { company } from '../data/company.ts';
import { primaryAction } from '../data/navigation.ts';
import { NavigationLinks, Wordmark, type NavigationProps } from './SiteHeader.tsx';

const id = 'menu';

/** Below 768px: a modal dialog that opens and closes by itself; what it lacks, React adds once awake. */
export const MobileMenu = ({ path }: NavigationProps) => (
  <>
    <button
      className="menu-button"
      type="button"
      command="show-modal"
      commandfor={id}
      aria-haspopup="dialog"
    >
      Menu
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d="M3 8h18M3 16h12" />
      </svg>
    </button>
    <dialog className="menu" id={id} aria-label="Menu">
      <div className="menu__bar wrap">
        <Wordmark />
        <button className="menu-button" type="button" command="close" commandfor={id}>
          Close
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M5 5l14 14M19 5L5 19" />
          </svg>
        </button>
      </div>
      <nav className="menu__links wrap" aria-label="Main">
        <ul className="links">
          <NavigationLinks path={path} />
        </ul>
        <a className="button" href={primaryAction.href}>
          {primaryAction.label}
        </a>
        <p className="quiet">{company.tagline}</p>
      </nav>
    </dialog>
  </>
);
