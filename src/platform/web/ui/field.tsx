import { type ReactNode, useId } from 'react';
import { IconAlert } from './icons-status.tsx';
import styles from './field.module.css';

/** The attributes that tie a control to its label, hint and error. */
export interface FieldControl {
  id: string;
  'aria-describedby': string;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  children: (control: FieldControl) => ReactNode;
}

/** Label, control, error, then the hint, which may explain how to fix it. Every single-control field is built on it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hintId = `${id}-hint`;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        // Where there is neither, nobody looks for it.
        'aria-describedby': `${noteId} ${hintId}`,
        'aria-invalid': error ? true : undefined,
      })}
      {error && <FieldError id={noteId}>{error}</FieldError>}
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

/**
 * What is wrong with the field that it is in, as its description: read out when the focus comes there. If the focus is there already, or has
 * just left, nothing would be heard: then it is read out at once.
 */
export function FieldError({ id, role, children }: { id: string; role?: 'alert'; children: ReactNode }) {
  return (
    <p ref={sayIfHere} id={id} role={role} className={styles.error}>
      <IconAlert size={16} />
      <span>{children}</span>
    </p>
  );
}

function sayIfHere(words: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement === body || words?.parentElement?.contains(activeElement)) words?.setAttribute('role', 'alert');
}
