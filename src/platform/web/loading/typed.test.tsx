import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ana } from '#testing/web/ana.ts';
import { show } from '#testing/web/show.tsx';
import { beginSession, continueSession, endSession, follow } from '../session.ts';
import { forgetTyped, forgetTypedElsewhere, useForgetWhenClosed, useTypedState } from './typed.ts';

beforeEach(() => {
  localStorage.clear();
  beginSession('ana-token');
  go('/dashboard?dialog=deposit');
});

const go = (address: string) => window.history.replaceState(null, '', address);
const field = page.getByRole('textbox', { name: 'Valor' });
const press = (name: string) => page.getByRole('button', { name }).click();
const isKept = () => Object.keys(sessionStorage).some((name) => name.startsWith('typed:'));

function Field() {
  const [typed, setTyped] = useTypedState('field', '10');
  return <input aria-label="Valor" value={typed} onChange={(event) => setTyped(event.target.value)} />;
}

function Steps() {
  useForgetWhenClosed(false);
  const [step, setStep] = useState(1);
  return (
    <>
      {step === 1 && <Field />}
      <button type="button" onClick={() => setStep(3 - step)}>
        Outro passo
      </button>
    </>
  );
}

function Place() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      {isOpen && <Steps />}
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Abrir ou fechar
      </button>
    </>
  );
}

/** Simulates a reload: everything on the page is gone, without unmounting. */
async function reload(): Promise<void> {
  document.body.replaceChildren();
  forgetTypedElsewhere();
  await show(<Place />);
}

async function begin(): Promise<void> {
  await show(<Place />);
  await expect.element(field).toHaveValue('10');
  expect(isKept()).toBe(false);
  await field.fill('150,00');
}

test('[G5] what was typed in a dialog survives a reload, however often', async () => {
  await begin();
  await reload();
  await expect.element(field).toHaveValue('150,00');
  await reload();
  await expect.element(field).toHaveValue('150,00');
});

test('[G5] it survives another step of the dialog, and is discarded when the dialog closes', async () => {
  await begin();
  await press('Outro passo');
  await press('Outro passo');
  await expect.element(field).toHaveValue('150,00');
  await press('Outro passo');
  await press('Abrir ou fechar');
  await expect.poll(isKept).toBe(false);
  await press('Abrir ou fechar');
  await expect.element(field).toHaveValue('10');
});

test('[G5] it is discarded once confirmed', async () => {
  await begin();
  await press('Outro passo');
  forgetTyped();
  await reload();
  await expect.element(field).toHaveValue('10');
});

test('[G5] another dialog does not start with it', async () => {
  await begin();
  go('/dashboard?dialog=withdraw');
  await reload();
  await expect.element(field).toHaveValue('10');
  expect(isKept()).toBe(false);
});

test('[G5] changing filters keeps it', async () => {
  await begin();
  go('/dashboard?from=2026-01-01&dialog=deposit');
  await reload();
  await expect.element(field).toHaveValue('150,00');
});

test('[G5] an expired session keeps it for the same customer; logging out discards it', async () => {
  await begin();
  endSession('expired');
  expect(isKept()).toBe(true);
  beginSession('ana-again');
  await reload();
  await expect.element(field).toHaveValue('150,00');
  endSession('logged-out');
  expect(isKept()).toBe(false);
});

test("[G5] a renewed session keeps it, another customer's login in another tab discards it", async () => {
  await begin();
  continueSession('ana-token', 'ana-renewed');
  await reload();
  await expect.element(field).toHaveValue('150,00');
  localStorage.setItem('token', 'bia-token');
  follow();
  expect(isKept()).toBe(false);
});

test('[G5] it is not shown to another customer, or to anybody after half a day', async () => {
  await begin();
  localStorage.setItem('uuid', '6f9619ff-8b86-4d01-b42d-00cf4fc964f0');
  const name = Object.keys(sessionStorage).find((each) => each.startsWith('typed:')) ?? '';
  const kept = JSON.parse(sessionStorage.getItem(name) ?? '');
  sessionStorage.setItem(name, JSON.stringify({ ...kept, of: '6f9619ff-8b86-4d01-b42d-00cf4fc964f0' }));
  await reload();
  // The logged-in customer is Ana.
  expect(localStorage.getItem('uuid')).toBe(ana().Uuid);
  await expect.element(field).toHaveValue('10');
  sessionStorage.setItem(name, JSON.stringify({ ...kept, at: Date.now() - 13 * 60 * 60_000 }));
  await reload();
  await expect.element(field).toHaveValue('10');
});
