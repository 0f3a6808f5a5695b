import { enterValue } from '#platform/web/ui/enter-value.ts';

/**
 * Captures what a customer or their password manager filled in before the page was interactive. The returned function enters it into the
 * form, and submits the form if it had been submitted.
 */
export function holdTyped(place: HTMLElement): () => void {
  const fields = [...place.querySelectorAll('input')].map((field) => ({ field, ...read(field) }));
  return () => {
    for (const { field, ...held } of fields) {
      // A field that was taken over may have been typed into until this very moment.
      const { name, value, checked } = field.isConnected ? read(field) : held;
      const input = place.querySelector<HTMLInputElement>(`input[name="${name}"]`);
      if (!input) continue;
      if (checked) tick(input);
      else if (value !== '' && input.type !== 'checkbox') enterValue(input, value);
    }
    if (!('sent' in place.dataset)) return;
    delete place.dataset.sent;
    // Only after the form has processed the input.
    setTimeout(() => place.querySelector('form')?.requestSubmit());
  };
}

function read({ name, value, checked }: HTMLInputElement) {
  return { name, value, checked };
}

function tick(input: HTMLInputElement): void {
  input.checked = false;
  input.click();
}

/** A submit before the page is interactive would be lost: it is remembered until {@link holdTyped} replays it. */
export function holdSent(): void {
  document.addEventListener(
    'submit',
    (event) => {
      const place = document.getElementById('root');
      if (!place?.dataset.shell || (event.target as HTMLFormElement).method !== 'post') return;
      event.preventDefault();
      place.dataset.sent = '';
    },
    true,
  );
}
