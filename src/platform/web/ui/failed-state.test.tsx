import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiRefusal, NetworkFailure } from '#platform/web/api-failure.ts';
import { show } from '#testing/web/show.tsx';
import { FailedState } from './failed-state.tsx';

const fault = new ApiRefusal('fault', 'Algo deu errado.', 500, {}, '0b9d2a52-9c49-4c1b-8f5a-2b8a5d4f1c11');

test('[G4] a screen that failed to load links to support, with the request id', async () => {
  await show(<FailedState error={fault} onRetry={() => {}} />);
  const address = page.getByRole('link').element().getAttribute('href') ?? '';
  expect(new URL(address).searchParams.get('reference')).toBe('fault 0b9d2a52-9c49-4c1b-8f5a-2b8a5d4f1c11');
});

test.each([
  ['no connection', new NetworkFailure()],
  ['what is away for a moment', new ApiRefusal('unavailable', 'Já voltamos.', 503, {}, 'a-request')],
])('[G4] %s offers a retry instead of support', async (_name, error) => {
  await show(<FailedState error={error} onRetry={() => {}} />);
  await expect.element(page.getByRole('button')).toBeVisible();
  expect(page.getByRole('link').elements()).toHaveLength(0);
});

test('[L8] an answer that took too long is said to have, and is no missing connection', async () => {
  const error = new NetworkFailure('no answer', { cause: new DOMException('', 'TimeoutError') });
  await show(<FailedState error={error} onRetry={() => {}} />);
  await expect.element(page.getByText('O servidor demorou demais a responder.', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('button')).toBeVisible();
});

test('[G4] what is refused says why, and offers no retry that can only be refused again', async () => {
  const error = new ApiRefusal('role_may_not', 'Sua função não inclui isto.', 403, {}, 'a-request');
  await show(<FailedState error={error} onRetry={() => {}} />);
  await expect.element(page.getByText('Sua função não inclui isto.')).toBeVisible();
  expect(page.getByRole('button').elements()).toHaveLength(0);
});
