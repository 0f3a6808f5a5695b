import { useEffect, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findViolations } from '#testing/web/find-violations.ts';
import { show } from '#testing/web/show.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { showToast } from './toasts.ts';
import { useDialogAddress } from './use-dialog-address.ts';

beforeEach(async () => {
  await page.viewport(1440, 900);
  window.history.replaceState(null, '', '/stake?page=2');
});

function Question({ isWorking = false, onConfirm }: { isWorking?: boolean; onConfirm?: () => void }) {
  const { isOpen, open, close, subject } = useDialogAddress('cancel-stake');
  return (
    <main>
      <h1>Stakes</h1>
      <Button onClick={() => open('stake-7')}>Perguntar</Button>
      <ConfirmDialog
        title="Cancelar?"
        isOpen={isOpen}
        onClose={close}
        onConfirm={() => onConfirm?.()}
        confirmLabel={`Cancelar ${subject}`}
        isWorking={isWorking}
        isDanger
      >
        <p>Tem certeza?</p>
      </ConfirmDialog>
    </main>
  );
}

const opener = () => page.getByRole('button', { name: 'Perguntar' });
const dialog = () => page.getByRole('dialog', { name: 'Cancelar?' });

test('an open dialog is in the URL, and back closes it', async () => {
  await show(<Question />);
  await opener().click();
  await expect.element(dialog()).toBeVisible();
  expect(window.location.search).toBe('?page=2&dialog=cancel-stake&subject=stake-7');
  window.history.back();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(window.location.search).toBe('?page=2');
});

test('a link opens it', async () => {
  window.history.replaceState(null, '', '/stake?dialog=cancel-stake&subject=stake-9');
  await show(<Question />);
  await expect.element(page.getByRole('button', { name: 'Cancelar stake-9' })).toBeVisible();
  await page.getByRole('button', { name: 'Voltar' }).click();
  await vi.waitFor(() => expect(window.location.search).toBe(''));
});

test('it traps the focus, closes on Escape and restores the focus', async () => {
  await show(<Question />);
  await opener().click();
  await expect.element(dialog()).toBeVisible();
  for (let step = 0; step < 8; step += 1) {
    await userEvent.tab();
    expect(dialog().element().contains(document.activeElement)).toBe(true);
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(opener()).toHaveFocus();
});

test('while a money request is pending nothing closes it and nothing is confirmed twice', async () => {
  const onConfirm = vi.fn();
  await show(<Question isWorking onConfirm={onConfirm} />);
  await opener().click();
  await page.getByRole('button', { name: 'Aguarde...' }).click({ force: true });
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Voltar' })).toBeDisabled();
  expect(onConfirm).not.toHaveBeenCalled();
});

test('on a phone it is a bottom sheet', async () => {
  await page.viewport(390, 800);
  await show(<Question />);
  await opener().click();
  await expect.element(dialog()).toBeVisible();
  await vi.waitFor(() => {
    const { left, right, bottom } = dialog().element().getBoundingClientRect();
    expect([Math.round(left), Math.round(right), Math.round(bottom)]).toEqual([0, 390, 800]);
  });
});

test('a toast above a dialog is accessible and can be dismissed', async () => {
  await show(<Question />);
  await opener().click();
  await expect.element(dialog()).toBeVisible();
  showToast('danger', 'Erro ao cancelar.');
  await page.getByRole('button', { name: 'Dispensar' }).click();
  await expect.element(page.getByText('Erro ao cancelar.')).not.toBeInTheDocument();
  await expect.element(dialog()).toBeVisible();
});

test.each(['dark', 'light'] as const)('it has no WCAG violations in the %s theme', async (theme) => {
  await show(<Question />, { theme });
  await opener().click();
  await expect.element(dialog()).toBeVisible();
  await vi.waitFor(async () => expect(await findViolations()).toEqual([]));
});

/** Waits for its figures in one dialog and shows them in another. */
function Waiting() {
  const { isOpen, open, close } = useDialogAddress('cancel-stake');
  const [isReady, setReady] = useState(false);
  const props = { title: 'Cancelar?', isOpen, onClose: close };
  return (
    <main>
      <Button onClick={() => open()}>Perguntar</Button>
      {isReady ? (
        <Dialog key="ready" {...props}>
          <p>Tudo lido.</p>
        </Dialog>
      ) : (
        <Dialog key="waiting" {...props}>
          <Button onClick={() => setReady(true)}>lido</Button>
        </Dialog>
      )}
    </main>
  );
}

test('the focus returns to its opener, even if that was replaced meanwhile', async () => {
  window.history.replaceState(null, '', '/stake');
  await show(<Waiting />);
  opener().element().focus();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'lido' }).click();
  await expect.element(page.getByText('Tudo lido.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.textContent).toBe('Perguntar');
});

const refetched = new EventTarget();

/** What a dialog removes: its row, or with nothing left, the list. */
function Rows({ goesWith }: { goesWith: 'row' | 'list' }) {
  const [isThere, setThere] = useState(true);
  useEffect(() => {
    const go = () => setThere(false);
    refetched.addEventListener('gone', go);
    return () => refetched.removeEventListener('gone', go);
  }, []);
  const { isOpen, open, close } = useDialogAddress('cancel-stake');
  const row = isThere && <Button onClick={() => open('stake-7')}>Perguntar</Button>;
  return (
    <main aria-label="Stakes">
      {(isThere || goesWith === 'row') && <section aria-label="Lista">{row}</section>}
      <ConfirmDialog title="Cancelar?" isOpen={isOpen} onClose={close} onConfirm={close} confirmLabel="Tirar">
        <p>Tem certeza?</p>
      </ConfirmDialog>
    </main>
  );
}

test.each([
  ['row', 'Lista'],
  ['list', 'Stakes'],
] as const)(
  "[L8] when a dialog removes its opener's %s, the focus moves to %s and is not lost",
  async (goesWith, at) => {
    await show(<Rows goesWith={goesWith} />);
    await opener().click();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await page.getByRole('button', { name: 'Tirar' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
    await expect.element(opener()).toHaveFocus();
    // However late the list is refetched.
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    refetched.dispatchEvent(new Event('gone'));
    await expect.element(opener()).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe(at);
  },
);

/** The list loses the row behind the dialog, and is replaced as a whole afterwards. */
function Vanishing() {
  const [left, setLeft] = useState<'row' | 'list' | 'nothing'>('row');
  useEffect(() => {
    const go = () => setLeft((before) => (before === 'row' ? 'list' : 'nothing'));
    refetched.addEventListener('gone', go);
    return () => refetched.removeEventListener('gone', go);
  }, []);
  const { isOpen, open, close } = useDialogAddress('cancel-stake');
  return (
    <main aria-label="Stakes">
      {left !== 'nothing' && (
        <section aria-label="Lista">{left === 'row' && <Button onClick={() => open()}>Perguntar</Button>}</section>
      )}
      <Dialog title="Cancelar?" isOpen={isOpen} onClose={close}>
        <p>Tem certeza?</p>
      </Dialog>
    </main>
  );
}

const placeOfFocus = () => document.activeElement?.getAttribute('aria-label');

test('[L8] a row that goes behind its dialog, and a list that goes later, leave the focus on the page', async () => {
  await show(<Vanishing />);
  await opener().click();
  await expect.element(dialog()).toBeVisible();
  refetched.dispatchEvent(new Event('gone'));
  await expect.element(page.getByText('Perguntar')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.poll(placeOfFocus).toBe('Lista');
  refetched.dispatchEvent(new Event('gone'));
  await expect.poll(placeOfFocus).toBe('Stakes');
});

test('[L8] a dialog that nothing on the page opened leaves the focus on the page', async () => {
  window.history.replaceState(null, '', '/stake?dialog=cancel-stake');
  await show(<Vanishing />);
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.poll(placeOfFocus).toBe('Stakes');
});

test('[L8] a page that is free later than its dialog has closed takes the focus then', async () => {
  await show(<Vanishing />);
  await opener().click();
  await expect.element(dialog()).toBeVisible();
  refetched.dispatchEvent(new Event('gone'));
  await expect.element(page.getByText('Perguntar')).not.toBeInTheDocument();
  // As a busy browser leaves it for a while: the surface's effects end some frames after its elements are gone.
  const [main] = document.getElementsByTagName('main');
  if (!main) throw new Error('there is no page');
  main.setAttribute('inert', '');
  Object.defineProperty(main, 'inert', { set: vi.fn() });
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
  expect(document.activeElement).toBe(document.body);
  main.removeAttribute('inert');
  await expect.poll(placeOfFocus).toBe('Lista');
});
