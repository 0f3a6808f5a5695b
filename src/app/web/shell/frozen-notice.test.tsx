import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '#platform/languages.ts';
import { show } from '#testing/web/show.tsx';
import { FrozenNotice } from './frozen-notice.tsx';

test.each(languages)('[B7] [L3] in %s two sentences are spaced as the language requires', async (language) => {
  const { container } = await show(<FrozenNotice />, { language });
  await expect.element(page.getByRole('link')).toBeVisible();
  const said = container.querySelector('p')?.textContent ?? '';
  expect(said).toMatch(language === 'zh-CN' ? /^[^ .]+。\S/u : /^[^.]+\. \S/u);
});
