/** Returns a feed's encoding: UTF-16 if its byte order mark says so, as spreadsheets save "Unicode text", and else UTF-8. */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const mark = `${bytes[0]} ${bytes[1]}`;
  if (mark === '255 254') return 'utf-16le';
  return mark === '254 255' ? 'utf-16be' : 'utf-8';
}
