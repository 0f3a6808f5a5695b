import type { MouseEvent } from 'react';

/** A press that follows the link here. Any other opens a tab or a window, or is not meant for the link. */
export function isPlainPress(event: MouseEvent): boolean {
  const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !isModified && !event.defaultPrevented;
}
