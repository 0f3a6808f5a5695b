/**
 * The header that saves a file under its own name in any script (RFC 6266), and under a plain name in programs that only know ASCII.
 *
 * @param name of `fileName()`: letters, digits and dashes
 * @param plain the same in English
 * @param kind whether it is saved, or shown in place
 */
export function contentDisposition(name: string, plain: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  return `${kind}; filename="${asAscii(plain)}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** Only ASCII may appear between the quotes: a brand may be written in any script. */
function asAscii(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^\w.-]/g, '')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^[-.]+/g, '');
}
