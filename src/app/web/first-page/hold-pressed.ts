/** A pressed button and its path in the frame: once the frame is rendered anew, another button is there. */
interface Down {
  button: Element;
  steps: number[];
}

/**
 * A press in a prerendered frame that is not interactive yet would be lost: the last one is remembered by its path until {@link
 * takePressed} replays it. Links work with or without an application.
 */
export function holdPressed(): void {
  const on = (kind: 'click' | 'pointerdown' | 'pointerup', hear: (event: PointerEvent) => void): void =>
    document.addEventListener(kind, hear as EventListener, true);
  let down: Down | null = null;
  on('click', ({ target }) => {
    const press = pressIn(target);
    if (press) rootPlace().dataset.pressed = press.steps.join(' ');
  });
  // A press takes a tenth of a second. If the frame is rendered anew meanwhile, no browser turns it into a click.
  on('pointerdown', ({ target }) => (down = pressIn(target)));
  on('pointerup', ({ clientX, clientY }) => {
    const again = down && !down.button.isConnected ? standingAt(rootPlace(), down.steps) : null;
    down = null;
    if (again?.contains(document.elementFromPoint(clientX, clientY))) press(again);
  });
}

/**
 * From here on the code that renders into `place` handles presses, or will once it has rendered. The returned function replays what was
 * pressed and chosen before, on the same element or, in a frame rendered anew, on the one at the same path.
 */
export function takePressed(place: HTMLElement): () => void {
  const early = pressedIn(place);
  const choices = [...place.querySelectorAll('select')]
    .filter(({ selectedOptions }) => selectedOptions[0]?.defaultSelected === false)
    .map((select) => ({ select, value: select.value, steps: stepsTo(place, select) }));
  return () => {
    for (const { select, value, steps } of choices) {
      const same = select.isConnected ? select : standingAt(place, steps);
      if (!(same instanceof HTMLSelectElement)) continue;
      same.value = value;
      same.dispatchEvent(new Event('change', { bubbles: true }));
    }
    const pressed = early?.isConnected ? early : pressedIn(place);
    delete place.dataset.pressed;
    press(pressed);
  };
}

function rootPlace(): HTMLElement {
  return document.getElementById('root') as HTMLElement;
}

/** Only in a frame that is not interactive yet. */
function pressIn(target: EventTarget | null): Down | null {
  const place = rootPlace();
  const button = target instanceof Element && place.contains(target) && target.closest('button:not([type=submit])');
  if (!button || !place.dataset.shell || 'taken' in place.dataset) return null;
  return { button, steps: stepsTo(place, button) };
}

function pressedIn(place: HTMLElement): Element | null {
  return place.dataset.pressed ? standingAt(place, place.dataset.pressed.split(' ').map(Number)) : null;
}

function press(element: Element | null): void {
  if (element instanceof HTMLButtonElement) element.click();
}

function stepsTo(place: Element, element: Element): number[] {
  const steps: number[] = [];
  for (let at = element; at !== place && at.parentElement; at = at.parentElement)
    steps.unshift([...at.parentElement.children].indexOf(at));
  return steps;
}

function standingAt(place: Element, steps: readonly number[]): Element | null {
  return steps.reduce<Element | null>((at, step) => at?.children[step] ?? null, place);
}
