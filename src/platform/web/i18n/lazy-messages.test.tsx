import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { loadFirstMessages, loadLazyMessages } from '#app/messages/load-messages.ts';
import { later } from '../loading/later.tsx';
import { LanguageProvider } from './language-provider.tsx';
import { withLazyMessages } from './lazy-messages.ts';

const drawn = vi.fn();

function Early() {
  const t = useTranslations('platform');
  drawn();
  return <p>{t('copy')}</p>;
}

const Late = later(
  withLazyMessages(async () => ({ Late: () => <p>{useTranslations('history')('title')}</p> })),
  'Late',
);

function Screen() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <Suspense fallback={null}>{isOpen && <Late />}</Suspense>
    </>
  );
}

test('[B7] a lazy screen loads its own messages, and rerenders nothing that already has them', async () => {
  const initial = { language: 'pt-BR', texts: await loadFirstMessages('pt-BR') } as const;
  await render(
    <LanguageProvider initial={initial} load={loadFirstMessages} loadLater={loadLazyMessages}>
      <Early />
      <Screen />
    </LanguageProvider>,
  );
  const before = drawn.mock.calls.length;
  await userEvent.click(page.getByRole('button', { name: 'Abrir' }));
  await expect.element(page.getByText('Histórico', { exact: true })).toBeVisible();
  expect(drawn.mock.calls.length).toBe(before);
});
