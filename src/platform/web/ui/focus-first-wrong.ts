/** A date is entered from its first part, and a choice is made at its first option. */
const wrong = '[aria-invalid=true]:not(div),[data-wrong] input:enabled';

let answer: MutationObserver | undefined;

/**
 * Whatever a form says on being submitted is where the eyes are, at once or when the server has refused it: the first field with an error has
 * the focus, so that its description is read out, and is in sight, clear of any bar.
 */
window.addEventListener('submit', ({ target: form }) => {
  const look = () => {
    const first = (form as HTMLFormElement).querySelector<HTMLElement>(wrong);
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: 'center' });
  };
  answer?.disconnect();
  requestAnimationFrame(look);
  answer = new MutationObserver(look);
  answer.observe(form as HTMLFormElement, { subtree: true, attributeFilter: ['aria-invalid', 'data-wrong'] });
});
// Who has gone on meanwhile is not called back.
for (const going of ['keydown', 'pointerdown']) window.addEventListener(going, () => answer?.disconnect());
