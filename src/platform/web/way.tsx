import type { MouseEvent, ReactNode } from 'react';
import { isPlainPress } from './is-plain-press.ts';

interface WayProps {
  to: string;
  children: ReactNode;
}

/**
 * A link to another screen that also works without a router: the login has none. It announces the navigation as the browser's own buttons
 * do, and a router picks it up.
 */
export function Way({ to, children }: WayProps) {
  return (
    <a href={to} onClick={(event) => isPlainPress(event) && follow(event, to)}>
      {children}
    </a>
  );
}

function follow(event: MouseEvent, to: string): void {
  event.preventDefault();
  window.history.pushState(null, '', to);
  window.dispatchEvent(new PopStateEvent('popstate'));
}
