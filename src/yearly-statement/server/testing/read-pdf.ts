import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ReadPdf {
  /** The text of each page as it would be copied; white space and direction marks become single spaces. */
  pages: string[];
  title: string;
  language: string;
  /** Names of the structure elements exposed to screen readers, without duplicates. */
  roles: Set<string>;
  links: string[];
}

/** Reads the contents of a PDF with a different program from the one that made it. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const { info } = await document.getMetadata();
  const read: ReadPdf = { pages: [], title: '', language: '', roles: new Set(), links: [] };
  const { Title, Language } = info as { Title?: string; Language?: string };
  read.title = Title ?? '';
  read.language = Language ?? '';
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    read.pages.push(tidy(items.map((item) => ('str' in item ? item.str : '')).join(' ')));
    addRoles(await page.getStructTree(), read.roles);
    for (const { url } of (await page.getAnnotations()) as { url?: string }[]) if (url) read.links.push(url);
  }
  await document.loadingTask.destroy();
  return read;
}

export function tidy(text: string): string {
  return text.replace(/[\s\u00a0\u200e\u200f\u2066-\u2069]+/g, ' ').trim();
}

function addRoles(part: unknown, roles: Set<string>): void {
  const { role, children = [] } = (part ?? {}) as { role?: string; children?: unknown[] };
  if (role) roles.add(role);
  for (const child of children) addRoles(child, roles);
}
