/**
 * The end of a reference, which distinguishes it at a glance: an id begins with its creation time. The receipt shows the full reference.
 */
export function shortReference(reference: string | null): string {
  return reference?.slice(-8) ?? '';
}
