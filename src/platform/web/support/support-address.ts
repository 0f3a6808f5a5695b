/**
 * The support address for one matter, identified by its reference: in an email's subject, or in the query of the support page. The
 * reference means something to the operator alone: no name, address or id of a customer.
 */
const longest = 120;

/** A reference made safe for a URL and an email header: letters, digits and some punctuation, on one line. */
export function referenceOf(text: string): string {
  return text
    .replace(/[^\p{L}\p{N} .:#/_-]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, longest);
}

/** @param subject of an email, including the reference */
export function supportAddress(support: string, reference: string, subject: string): string {
  const address = parse(support);
  if (!address) return support;
  if (address.protocol === 'mailto:') address.search = mailQuery(address, subject);
  else if (address.protocol === 'https:' || address.protocol === 'http:') {
    address.searchParams.set('reference', referenceOf(reference));
  }
  return address.href;
}

/** Stands in for `URL.parse`, which the oldest supported browsers lack. */
function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** Keeps the query of the operator's own address and puts its subject before ours. In mailto a plus is no space. */
function mailQuery({ searchParams }: URL, subject: string): string {
  const query = new URLSearchParams(searchParams);
  query.set('subject', [searchParams.get('subject'), subject].filter(Boolean).join(' · '));
  return query.toString().replace(/\+/g, '%20');
}
