import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './menu.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface MenuProps {
  /** What it is, for screen readers. */
  label: string;
  button: ReactNode;
  /** Where a press leads before the application is there. */
  to?: string;
  children: ReactNode;
}

/** A button and the panel it opens. Closed by Escape, by moving the focus out and by a press outside. */
export function Menu({ label, button, to, children }: MenuProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setIsOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      opener.current?.focus();
    };
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  return (
    <div ref={frame} className={styles.menu}>
      <form action={to}>
        <button
          ref={opener}
          type={to ? 'submit' : 'button'}
          className={styles.opener}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={(event) => {
            event.preventDefault();
            setIsOpen(!isOpen);
          }}
        >
          {button}
          <VisuallyHidden>{label}</VisuallyHidden>
        </button>
      </form>
      <div id={id} className={styles.panel} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}
