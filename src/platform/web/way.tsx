import type { MouseEvent, ReactNode } from 'react';

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
    <a href={to} onClick={(event) => isPlain(event) && follow(event, to)}>
      {children}
    </a>
  );
}

/** Any other click opens a tab or a window, or is not meant for the link. */
function isPlain(event: MouseEvent): boolean {
  const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !isModified && !event.defaultPrevented;
}

function follow(event: MouseEvent, to: string): void {
  event.preventDefault();
  window.history.pushState(null, '', to);
  window.dispatchEvent(new PopStateEvent('popstate'));
}
