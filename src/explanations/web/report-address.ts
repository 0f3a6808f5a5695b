/** Where support is reached, told which explanation is meant: in a mail's text, or in the address of support's page. */
export function reportAddress(support: string, explanation: string): string {
  try {
    const address = new URL(support);
    address.searchParams.set(address.protocol === 'mailto:' ? 'body' : 'explanation', explanation);
    // A mail's text knows no plus for a space.
    return address.href.replace(/\+/g, '%20');
  } catch {
    return support;
  }
}
