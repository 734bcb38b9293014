/* Reloads a page of the draft preview after each save. */
const state = document.querySelector('.draft-banner__state');
const { receipt } = state.dataset;
let release;
const check = async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch(receipt, { cache: 'no-store' });
    if (!answer.ok) throw new Error();
    const now = (await answer.json()).release;
    release ??= now;
    if (release !== now) location.reload();
    if (state.textContent) state.textContent = '';
  } catch {
    state.textContent = 'The preview does not answer: this page may be out of date.';
  }
};
check();
setInterval(check, 2000);
document.addEventListener('visibilitychange', check);
