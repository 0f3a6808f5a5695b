const hidden = '•••';

/** Masks an address except for the first letter of its two halves and its ending: `a•••@e•••.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [local, host] = [email.slice(0, Math.max(at, 0)), email.slice(at + 1)];
  const ending = host.includes('.') ? host.slice(host.lastIndexOf('.')) : '';
  return `${firstOf(local)}${hidden}@${firstOf(host)}${hidden}${ending}`;
}

/** Masks a phone number except for its last two digits: `••• 21`. */
export function maskPhone(phone: string): string {
  return `${hidden} ${phone.slice(-2)}`;
}

function firstOf(text: string): string {
  return /^./u.exec(text)?.[0] ?? '';
}
