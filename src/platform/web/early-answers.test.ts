import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';
import { callApi } from './api.ts';
import { NetworkFailure, tookTooLong } from './api-failure.ts';
import { askEarly } from './early-answers.ts';
import { businessNow, serverNowMs } from './server-clock.ts';
import { beginSession } from './session.ts';

const taste = endpoint({
  method: 'GET',
  path: '/api/bread',
  access: 'investor',
  summary: 'Taste',
  answer: z.object({ Crust: z.string() }),
});
const bake = endpoint({
  method: 'POST',
  path: '/api/bread',
  access: 'investor',
  summary: 'Bake',
  answer: taste.answer,
});

const ask = () => vi.spyOn(window, 'fetch');
const bread = (crust: string, headers = {}) => Response.json({ Crust: crust }, { headers });

beforeEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
  beginSession('ana-token');
  document.documentElement.lang = 'pt-BR';
  delete window.earlyAnswers;
});

test('[G7] an early answer is used by the first call, and by no other', async () => {
  const asked = ask().mockResolvedValueOnce(bread('early')).mockResolvedValueOnce(bread('later'));
  askEarly(['/api/bread'], 'ana-token', 'pt-BR');
  expect(await callApi(taste)).toEqual({ Crust: 'early' });
  expect(asked).toHaveBeenCalledOnce();
  expect(await callApi(taste)).toEqual({ Crust: 'later' });
});

test.each([
  ['another session', 'bia-token', 'pt-BR'],
  ['another language', 'ana-token', 'fa'],
])('[G7] an early answer for %s is discarded', async (_, token, language) => {
  ask().mockResolvedValueOnce(bread('early')).mockResolvedValueOnce(bread('own'));
  askEarly(['/api/bread'], token, language);
  expect(await callApi(taste)).toEqual({ Crust: 'own' });
});

test('[G7] a mutating call uses no early answer', async () => {
  ask().mockResolvedValueOnce(bread('early')).mockResolvedValueOnce(bread('baked'));
  askEarly(['/api/bread'], 'ana-token', 'pt-BR');
  expect(await callApi(bake)).toEqual({ Crust: 'baked' });
  expect(await callApi(taste)).toEqual({ Crust: 'early' });
});

test('[L8] an early failure surfaces in the call that takes it, and can be retried', async () => {
  ask().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(bread('again'));
  askEarly(['/api/bread'], 'ana-token', 'pt-BR');
  await expect(callApi(taste)).rejects.toBeInstanceOf(NetworkFailure);
  expect(await callApi(taste)).toEqual({ Crust: 'again' });
});

test('[L8] an early request has the time limit of every call', async () => {
  const asked = ask().mockRejectedValueOnce(new DOMException('aborted', 'AbortError'));
  askEarly(['/api/bread'], 'ana-token', 'pt-BR');
  expect(asked.mock.calls[0]?.[1]?.signal).toBeInstanceOf(AbortSignal);
  expect(tookTooLong(await callApi(taste).catch((error: unknown) => error))).toBe(true);
});

test('[A6] the clock is set by the arrival of an answer, however late it is used', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T12:00:00.000Z') });
  const said = { date: 'Mon, 02 Mar 2026 12:00:30 GMT', 'business-time': '2026-04-02T12:00:00.000Z' };
  ask().mockResolvedValueOnce(bread('early', said));
  askEarly(['/api/bread'], 'ana-token', 'pt-BR');
  await window.earlyAnswers?.get('/api/bread')?.answer;
  vi.setSystemTime(Date.parse('2026-03-02T12:00:20.000Z'));
  await callApi(taste);
  expect(new Date(serverNowMs()).toISOString()).toBe('2026-03-02T12:00:51.000Z');
  expect(businessNow().toISOString()).toBe('2026-04-02T12:00:20.000Z');
});
