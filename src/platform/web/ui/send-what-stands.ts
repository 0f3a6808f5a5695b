import { flushSync } from 'react-dom';
import { enterValue, type Field } from './enter-value.ts';

/**
 * Some password managers fill in fields without any event. What stands in the fields of a form when it is submitted is what is sent: before
 * the form handles the submit, it is told of every value that React has not rendered itself (React renders it as the attribute, too).
 */
window.addEventListener('submit', ({ target }) => tell(target), true);

const typed =
  'input:is([type=text], [type=email], [type=password], [type=tel], [type=number], [type=date], :not([type]))';

function tell(form: EventTarget | null): void {
  if (!(form instanceof HTMLFormElement)) return;
  const fields = [...form.querySelectorAll<Field>(`${typed}:not([readonly]), textarea:not([readonly])`)];
  // All are read first: told of one, React renders the others as it knows them.
  const untold = fields
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((field) => [field, field.value] as const);
  for (const [field, value] of untold) flushSync(() => enterValue(field, value));
}
