import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostileTexts } from '#testing/hostile-texts.ts';
import { languages } from '#platform/languages.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { layOut, type Sender } from './lay-out.ts';
import type { MailContent } from './mail-template.ts';

const sender: Sender = {
  brand: 'Banco <Sol> & Cia',
  from: 'x@y.example',
  support: 'https://help.example/',
  isSandbox: false,
};
const content: MailContent = {
  to: 'ana@example.com',
  language: 'en',
  subject: 'A subject',
  heading: 'A <b>heading</b>',
  paragraphs: ['Said "first"', 'and second'],
  action: { label: 'Do it', url: 'https://lastro.example/auth/reset?token=abc&x=1' },
  notes: ['quietly'],
};

describe('an email', () => {
  test('[A9] says the same in text and in HTML', () => {
    const { text, html } = layOut(content, sender);
    for (const words of ['and second', 'Do it', 'quietly', 'https://help.example/']) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    expect(text).toContain('https://lastro.example/auth/reset?token=abc&x=1');
    expect(html).toContain('href="https://lastro.example/auth/reset?token=abc&amp;x=1"');
  });

  test('[A9] escapes whatever is written into it, the brand included', () => {
    const { html } = layOut(content, sender);
    expect(html).toContain('A &lt;b&gt;heading&lt;/b&gt;');
    expect(html).toContain('Banco &lt;Sol&gt; &amp; Cia');
    expect(html).not.toMatch(/<b>|<Sol>/);
  });

  test('[A9] keeps its markup with two hundred hostile texts in every part of it', () => {
    const escaped = (text: string): string =>
      text.replace(/[&<>"']/g, (each) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[each] ?? '&#39;');
    const written = (text: string): string =>
      layOut(
        {
          ...content,
          subject: text,
          heading: text,
          paragraphs: [text, text],
          action: { label: text, url: `https://lastro.example/?x=${text}` },
          notes: [text],
        },
        { ...sender, brand: text },
      ).html;
    const harmless = written('PLACE');
    expect(hostileTexts.length).toBe(200);
    for (const text of hostileTexts) expect(written(text)).toBe(harmless.replaceAll('PLACE', () => escaped(text)));
  });

  test('[A9] loads nothing: no picture, script or style sheet from anywhere', () => {
    expect(layOut(content, sender).html).not.toMatch(/<img|<script|<link|@import|url\(/);
  });

  test('[A9] has colours for dark and light mode', () => {
    const { html } = layOut(content, sender);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('prefers-color-scheme:dark');
  });

  test.each(languages)('[A9] has the direction and the surrounding text of its language (%s)', (language) => {
    const { html, text } = layOut({ ...content, language }, sender);
    expect(html).toContain(`<html lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}">`);
    expect(html).toContain('<p dir="ltr"');
    expect(text).not.toMatch(/[{}]/);
  });

  test.each(languages)(
    '[A9] from a sandbox says so in the words of the screens, and no other does (%s)',
    (language) => {
      const written = { ...content, language };
      const name = demonstrationIn(language);
      expect(name.length).toBeGreaterThan(3);
      expect(layOut(written, { ...sender, isSandbox: true }).text.toLowerCase()).toContain(name);
      expect(layOut(written, sender).text.toLowerCase()).not.toContain(name);
    },
  );
});

/** What the note on every screen of a sandbox calls it: the part before the colon. */
function demonstrationIn(language: string): string {
  const file = join(projectFolder, 'src', 'platform', 'messages', `${language}.json`);
  const { sandboxNote } = JSON.parse(readFileSync(file, 'utf8')) as { sandboxNote: string };
  return (/^[^:：]+/.exec(sandboxNote)?.[0] ?? '').toLowerCase();
}
