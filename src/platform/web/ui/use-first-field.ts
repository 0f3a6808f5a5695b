import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * For a form that people come to fill in: its first field (in a dialog, the amount) has the focus as soon as it is there.
 * @param isWanted as it is then.
 */
export function useFirstField(isWanted = true): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const [isFirst] = useState(isWanted);
  useEffect(() => void (isFirst && form.current?.querySelector<HTMLElement>('input, select')?.focus()), [isFirst]);
  return form;
}
