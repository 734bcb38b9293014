/** Asks for what is newer than the build, and leads to the page that answers, whatever it says (waiting.astro). */

const limitMs = 20_000;

const region = document.querySelector<HTMLElement>('.waiting');
const { search, hash } = location;
/** Whether this page is an answer itself: one that asked again by itself would never end. */
const isAnswer = new URLSearchParams(search).has('live');
const address = isAnswer ? location.href : `${search ? `${search}&` : '?'}live${hash}`;

function showState(state: 'loading' | 'failed'): void {
  const template = document.querySelector<HTMLTemplateElement>(`[data-waiting=${state}]`);
  if (template) region?.replaceChildren(template.content.cloneNode(true));
}

async function loadItem(): Promise<void> {
  showState('loading');
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, limitMs, null);
  });
  const fetchItem = async () => fetch(address);
  const answer = await Promise.race([fetchItem(), late]).catch(() => null);
  if (!answer?.headers.get('content-type')?.startsWith('text/html')) showFailure();
  else if (isAnswer) location.reload();
  else location.replace(address);
}

function showFailure(): void {
  showState('failed');
  region?.querySelector('button')?.addEventListener('click', () => {
    region.focus(); // the button disappears and would take the focus along
    void loadItem();
  });
}

if (isAnswer) showFailure();
else void loadItem();
