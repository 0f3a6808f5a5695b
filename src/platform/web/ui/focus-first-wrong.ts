/** A date is entered from its first part, and a choice is made at its first option. */
const wrong = [
  ':is(input, select, textarea, [role="spinbutton"])[aria-invalid="true"]',
  '[data-wrong] input:not(:disabled)',
].join(', ');

/** Focuses the first field with an error, whose description is then read out, and brings it into sight, clear of any bar. */
export function focusFirstWrong(form: Element | null): void {
  const first = form?.querySelector<HTMLElement>(wrong);
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: 'center' });
}

/** Whatever a form says on being submitted is where the eyes are, once it is rendered. */
window.addEventListener('submit', ({ target }) => {
  if (target instanceof HTMLFormElement) requestAnimationFrame(() => focusFirstWrong(target));
});
