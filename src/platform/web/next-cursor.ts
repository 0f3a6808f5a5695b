/** The cursor of the next page, from a list's `Link` header (`</api/stakes?after=…>; rel="next"`); null at the end. */
export function nextCursor(link: string | null): string | null {
  const address = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return address === undefined ? null : new URL(address, 'http://page').searchParams.get('after');
}
