import PostalMime from 'postal-mime';

/** An email as its reader's program shows it. */
export interface ReadMail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: Record<string, string>;
  raw: string;
}

export async function readMail(raw: Buffer | string): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw);
  return {
    from: `${mail.from?.name ?? ''} <${mail.from?.address ?? ''}>`,
    to: (mail.to ?? []).map((each) => each.address ?? ''),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    messageId: mail.messageId ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    raw: String(raw),
  };
}

/** Returns the token in the email's link. */
export function tokenIn({ text }: ReadMail): string {
  return /[?&]token=([\w-]+)/.exec(text)?.[1] ?? '';
}
