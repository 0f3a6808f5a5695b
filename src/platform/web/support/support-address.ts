/**
 * Where support is reached about one thing, which is told by its reference: in the subject of a mail, in the address of support's page.
 * What is told is a number that means something to the operator alone: no name, no address of a customer, no id of theirs.
 */
const longest = 120;

/** A reference as it may stand in an address and in a mail's head: letters, digits and a little between them, on one line. */
export function referenceOf(text: string): string {
  return text
    .replace(/[^\p{L}\p{N} .:#/_-]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, longest);
}

/** @param subject of a mail, the reference in it */
export function supportAddress(support: string, reference: string, subject: string): string {
  if (!URL.canParse(support)) return support;
  const address = new URL(support);
  if (address.protocol === 'mailto:') address.search = mailQuery(address, subject);
  else if (address.protocol === 'https:' || address.protocol === 'http:') {
    address.searchParams.set('reference', referenceOf(reference));
  }
  return address.href;
}

/** What the operator's own address asks for stays; a subject of theirs goes before ours. A mail knows no plus for a space. */
function mailQuery({ searchParams }: URL, subject: string): string {
  const query = new URLSearchParams(searchParams);
  query.set('subject', [searchParams.get('subject'), subject].filter(Boolean).join(' · '));
  return query.toString().replace(/\+/g, '%20');
}
