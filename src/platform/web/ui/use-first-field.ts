import { type RefObject, useEffect, useRef } from 'react';

/** For a dialog's form, whose first field, the amount, has the focus as soon as it is there. */
export function useFirstField(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), []);
  return form;
}
