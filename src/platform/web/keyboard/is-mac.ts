/** Whether shortcuts are held with ⌘ instead of Ctrl. */
export const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform);
