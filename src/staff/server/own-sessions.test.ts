import { expect, onTestFinished, test } from 'vitest';
import { openConsoleWorld } from '#console/server/testing/console-world.ts';
import { declaredCalled } from '#operator/server/all-commands.ts';

test('[R3] everybody sees where they are signed in, and ends the rest', async () => {
  const world = await openConsoleWorld();
  onTestFinished(() => world.close());
  const nina = await world.member('support');
  const elsewhere = await world.again(nina);
  const sessions = async () => (await elsewhere.get('/console/me/sessions')).json<{ IsThis: boolean }[]>();
  expect((await sessions()).filter(({ IsThis }) => IsThis)).toHaveLength(1);
  expect(await sessions()).toHaveLength(2);
  expect((await elsewhere.post('/console/me/sessions/end')).json()).toEqual({ Ended: 1 });
  expect((await nina.get('/console/me')).statusCode).toBe(401);
  expect(await sessions()).toMatchObject([{ IsThis: true }]);
});

test('[R3] one admin is enough for a link to another password, which alone lets nobody in', () => {
  expect(declaredCalled('staff password')).toMatchObject({ effect: null, roles: ['admin'] });
});
