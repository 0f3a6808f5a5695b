import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useTranslations } from 'use-intl';
import { loadMessages } from '#app/messages/load-messages.ts';
import { show } from '#testing/web/show.tsx';
import type { Language } from '#platform/languages.ts';
import { rememberedLanguage } from './language.ts';
import { LanguageSelect } from './language-select.tsx';

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

function Words() {
  const t = useTranslations('platform');
  return (
    <>
      <p>{t('copy')}</p>
      <p>{t('retry')}</p>
    </>
  );
}

test.each([
  [['pt-BR', 'en'], 'pt-BR'],
  [['pt-PT'], 'pt-BR'],
  [['en-US'], 'en'],
  [['de', 'pt-BR'], 'en'],
  [['fa-IR'], 'en'],
  [[], 'en'],
])('[B7] a browser that prefers %j is shown %s', (preferred, shown) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(preferred);
  expect(rememberedLanguage()).toBe(shown);
});

test("[B7] a chosen language is remembered and overrides the browser's", async () => {
  await show(<LanguageSelect />);
  await page.getByLabelText('Idioma').selectOptions('Español');
  await vi.waitFor(() => expect(document.documentElement.lang).toBe('es'));
  expect(rememberedLanguage()).toBe('es');
});

test('[B7] a missing text falls back to Portuguese, the others stay', async () => {
  const load = vi.fn(async (language: Language) => {
    const texts = await loadMessages(language);
    if (language === 'pt-BR') return texts;
    const { copy: _, ...platform } = texts.platform;
    return { ...texts, platform };
  });
  await show(<Words />, { language: 'es', load });
  await expect.element(page.getByText('Copiar')).toBeVisible();
  await expect.element(page.getByText('Reintentar')).toBeVisible();
  expect(load.mock.calls.map(([language]) => language)).toEqual(['es', 'pt-BR']);
});
