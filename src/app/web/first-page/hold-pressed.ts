/**
 * What is pressed or chosen in a frame that stands there and does not answer yet goes nowhere by itself: the last press is remembered
 * until {@link takePressed} gives it back. A link leads where it leads, with or without an application.
 */
export function holdPressed(): void {
  document.addEventListener(
    'click',
    ({ target }) => {
      const place = document.getElementById('root');
      const button = target instanceof Element && target.closest<HTMLElement>('button:not([type=submit])');
      if (!place?.dataset.shell || 'taken' in place.dataset || !button) return;
      for (const other of place.querySelectorAll<HTMLElement>('[data-pressed]')) delete other.dataset.pressed;
      button.dataset.pressed = '';
    },
    true,
  );
}

/**
 * From here on whoever draws into `place` hears of presses. The answer gives back what was pressed and chosen before, where it was or,
 * in a frame that was drawn anew, where the same stands.
 */
export function takePressed(place: HTMLElement): () => void {
  const pressed = place.querySelector<HTMLElement>('[data-pressed]');
  delete pressed?.dataset.pressed;
  const find = pressed && keepPlace(place, pressed);
  const choices = [...place.querySelectorAll('select')]
    .filter(({ selectedOptions }) => selectedOptions[0]?.defaultSelected === false)
    .map((select) => ({ value: select.value, find: keepPlace(place, select) }));
  return () => {
    for (const { value, find: findSelect } of choices) {
      const select = findSelect();
      if (!select) continue;
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }
    find?.()?.click();
  };
}

function keepPlace<Kept extends HTMLElement>(place: HTMLElement, kept: Kept): () => Kept | null {
  const steps: number[] = [];
  for (let at: Element = kept; at !== place && at.parentElement; at = at.parentElement)
    steps.unshift([...at.parentElement.children].indexOf(at));
  return () => {
    if (kept.isConnected) return kept;
    let again: Element | undefined = place;
    for (const step of steps) again = again?.children[step];
    return again?.tagName === kept.tagName ? (again as Kept) : null;
  };
}
