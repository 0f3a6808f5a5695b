/**
 * The page runs nothing but our own files, with two exceptions, named by hash so that nothing else can pass for them: the constant style
 * elements that react-aria writes into the head, one for pressable elements and one that keeps an iPhone from scrolling the page behind a
 * dialog. A test compares them with what the library writes.
 */
const ariaStyles = [
  `'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='`,
  `'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='`,
] as const;

export const styleSources = ["'self'", ...ariaStyles].join(' ');
