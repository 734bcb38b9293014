/** Asks our API for what is newer than the build, and leads to its page, or says why not (sections/Waiting.astro). */

const timeLimit = 20_000;

const region = document.querySelector<HTMLElement>('.waiting');

function show(state: 'loading' | 'missing' | 'failed'): void {
  const template = document.querySelector<HTMLTemplateElement>(`[data-waiting=${state}]`);
  if (template) region?.replaceChildren(template.content.cloneNode(true));
}

/** @param mayLeave whether the content's page has not been tried yet */
async function load(mayLeave: boolean): Promise<void> {
  show('loading');
  const signal = AbortSignal.timeout(timeLimit);
  const answer = await fetch(`/api${location.pathname}`, { signal }).catch(() => null);
  if (answer?.status === 200 && mayLeave) {
    const { search, hash } = location;
    location.replace(`${search ? `${search}&` : '?'}live${hash}`);
    return;
  }
  show(answer?.status === 404 ? 'missing' : 'failed');
  region?.querySelector('button')?.addEventListener('click', () => {
    region.focus(); // the button disappears and would take the focus along
    void load(true);
  });
}

void load(!new URLSearchParams(location.search).has('live'));
