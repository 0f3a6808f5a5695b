/** Whether shortcuts use ⌘ instead of Ctrl. */
export const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform);
