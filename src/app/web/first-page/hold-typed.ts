/**
 * What a customer, or their password keeper, filled in before the page could answer is given to it once it can, and sent where it
 * was sent. The answer does that.
 */
export function holdTyped(place: HTMLElement): () => void {
  const fields = [...place.querySelectorAll('input')].map((field) => ({ field, ...read(field) }));
  return () => {
    for (const { field, ...held } of fields) {
      // One that was taken over may have been typed into until this very moment.
      const { name, value, checked } = field.isConnected ? read(field) : held;
      const input = place.querySelector<HTMLInputElement>(`input[name="${name}"]`);
      if (!input) continue;
      if (checked) tick(input);
      else if (value !== '' && input.type !== 'checkbox') type(input, value);
    }
    if (!('sent' in place.dataset)) return;
    delete place.dataset.sent;
    // Not before the form has heard what was typed.
    setTimeout(() => place.querySelector('form')?.requestSubmit());
  };
}

function read({ name, value, checked }: HTMLInputElement) {
  return { name, value, checked };
}

/** Emptied first: React takes what a field already holds for what it has told, and would not tell it. */
function type(input: HTMLInputElement, value: string): void {
  input.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

function tick(input: HTMLInputElement): void {
  input.checked = false;
  input.click();
}

/** A press before the page can answer goes nowhere by itself: it is remembered until {@link holdTyped} gives it back. */
export function holdSent(): void {
  document.addEventListener(
    'submit',
    (event) => {
      const place = document.getElementById('root');
      if (!place?.dataset.shell) return;
      event.preventDefault();
      place.dataset.sent = '';
    },
    true,
  );
}
