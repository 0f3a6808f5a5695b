/** Converts a typed code to ASCII digits, from any keyboard's digits and without the spaces that apps display. */
export function readTyped(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x06_60))
    .replaceAll(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06_f0))
    .replaceAll(/[^\d]/g, '');
}
