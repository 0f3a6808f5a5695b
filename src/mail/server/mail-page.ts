import { directionOf } from '#platform/languages.ts';
import type { MailContent } from './mail-template.ts';
import { darkRules, style } from './mail-style.ts';

interface MailPage {
  content: MailContent;
  brand: string;
  /** Shown above the address that the button leads to. */
  copy: string;
  closing: string[];
  support: { label: string; address: string };
}

/**
 * One column of plain tables with inline styles, which all email programs support. No image, no script, nothing fetched, so opening it
 * notifies nobody. Programs that support dark colours get ours.
 */
export function mailPage({ content, brand, copy, closing, support }: MailPage): string {
  const { language, subject, heading, paragraphs, action } = content;
  const direction = directionOf(language);
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${darkRules}</style>
</head>
<body class="ground" style="${style.ground}">
<div style="${style.preview}">${escaped(paragraphs[0] ?? '')}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${direction}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px">
<tr><td class="strong" style="${style.brand}">${escaped(brand)}</td></tr>
<tr><td class="card" style="${style.card}">
<h1 class="strong" style="${style.heading}">${escaped(heading)}</h1>
${paragraphs.map((each) => `<p class="plain" style="${style.paragraph}">${escaped(each)}</p>`).join('\n')}
${action ? actionPart(action, copy) : ''}
</td></tr>
<tr><td class="quiet" style="${style.closing}">
${closing.map((each) => `<p class="quiet" style="${style.note}">${escaped(each)}</p>`).join('\n')}
<p class="quiet" style="${style.note}">${supportPart(support)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function actionPart({ label, url }: NonNullable<MailContent['action']>, copy: string): string {
  return `<p style="${style.actionRow}"><a class="action" href="${escaped(url)}" style="${style.action}">${escaped(label)}</a></p>
<p class="quiet" style="${style.note}">${escaped(copy)}</p>
<p dir="ltr" style="${style.address}"><a class="link" href="${escaped(url)}" style="${style.link}">${escaped(url)}</a></p>`;
}

function supportPart({ label, address }: MailPage['support']): string {
  return `${escaped(label)}: <a class="link" dir="ltr" href="${escaped(address)}" style="${style.link}">${escaped(address.replace(/^mailto:/, ''))}</a>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (each) => entities[each] as string);
}
