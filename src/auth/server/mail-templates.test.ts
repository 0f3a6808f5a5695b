import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { type ReadMail, tokenIn } from '#mail/server/testing/read-mail.ts';
import { type Language, languages } from '#platform/languages.ts';
import { type Mailbox, openMailbox } from '#testing/server/mailbox.ts';
import { newcomer } from '#testing/server/newcomer.ts';
import { recover, reset } from './testing/recovery.ts';

let world: World;
let mailbox: Mailbox;

beforeAll(async () => {
  world = await openWorld({
    env: { BRAND_NAME: 'Sol, Mar & Cia', PUBLIC_URL: 'https://sol.example', SUPPORT_URL: 'mailto:ajuda@sol.example' },
  });
  mailbox = await openMailbox(world);
});
afterAll(async () => {
  await mailbox.close();
  await world.close();
});

/** Registers, recovers and resets in one language; returns the three resulting emails. */
async function mailsIn(language: Language): Promise<ReadMail[]> {
  const email = `reader-${language}@example.com`;
  const headers = { 'accept-language': language };
  await world.ask({ method: 'POST', url: '/auth/register', headers, body: newcomer({ email }) });
  const confirmation = await mailbox.deliver();
  await recover(world, email);
  const recovery = await mailbox.deliver();
  await reset(world, recovery[0] ? tokenIn(recovery[0]) : '', 'jabuti na varanda');
  return [...confirmation, ...recovery, ...(await mailbox.deliver())];
}

const subjects: Record<Language, string[]> = {
  'pt-BR': ['Confirme seu e-mail', 'Crie uma nova senha', 'foi trocada'],
  en: ['Confirm your email', 'Set a new password', 'was changed'],
  es: ['Confirma tu correo', 'Crea una nueva contraseña', 'Se cambió'],
  'zh-CN': ['请确认您在', '新密码', '密码已更改'],
  fa: ['تأیید کنید', 'رمز عبور جدید', 'تغییر کرد'],
};

describe('the account emails', () => {
  test.each(languages)(
    '[A9] are written in the reader’s language, under the operator’s brand (%s)',
    async (language) => {
      const mails = await mailsIn(language);
      expect(mails).toHaveLength(3);
      for (const [at, { subject, text, html, from, headers }] of mails.entries()) {
        expect(subject).toContain(subjects[language][at]);
        expect(from).toBe('Sol, Mar & Cia <no-reply@lastro.example>');
        expect(headers['content-language']).toBe(language);
        expect(html).toContain(`lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}"`);
        expect(text).toContain('Sol, Mar & Cia');
        expect(text).toContain('https://sol.example/auth/');
        expect(html).toContain('href="https://sol.example/auth/');
        expect(text).toContain('ajuda@sol.example');
        expect(`${text}${html.replace(/<style>[^]*<\/style>/, '')}`).not.toMatch(/[{}]|Lastro\b|undefined/);
      }
    },
  );
});
