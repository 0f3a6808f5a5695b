const hidden = '•••';

/** An address with the first letter of its two halves and its ending: `a•••@e•••.com`. */
export function maskEmail(email: string): string {
  const [local = '', host = ''] = email.split('@');
  const ending = host.includes('.') ? host.slice(host.lastIndexOf('.')) : '';
  return `${firstOf(local)}${hidden}@${firstOf(host)}${hidden}${ending}`;
}

/** A phone number with its last two digits: `••• 21`. */
export function maskPhone(phone: string): string {
  return `${hidden} ${phone.slice(-2)}`;
}

function firstOf(text: string): string {
  return /^./u.exec(text)?.[0] ?? '';
}
