export type Field = HTMLInputElement | HTMLTextAreaElement;

/** Enters a value as if it were typed. The field is emptied first: React would take a value that is already there for one it has reported. */
export function enterValue(field: Field, value: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  field.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
