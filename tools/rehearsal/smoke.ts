import { setTimeout as pause } from 'node:timers/promises';

/** Sends a call to the product from outside and returns the answer. */
export type Ask = (method: string, path: string, body?: object) => Promise<{ status: number; body: unknown }>;

interface Published {
  paths: Record<string, Record<string, { parameters?: { in: string; required?: boolean }[] }>>;
}

/**
 * Uses the product from outside like a customer with money, and reads every list and figure that needs no parameters. Returns complaints in
 * plain words. It relies only on what any build of the product answers.
 *
 * @param published the contents of `/openapi.json`
 */
export async function smoke(ask: Ask, published: Published): Promise<string[]> {
  const findings: string[] = [];
  const want = async (status: number, method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await ask(method, path, body);
    if (answer.status !== status)
      findings.push(
        `${method} ${path} is answered ${answer.status}, not ${status}: ${JSON.stringify(answer.body).slice(0, 200)}`,
      );
    return answer.body;
  };
  const before = (await want(200, 'GET', '/api/user')) as { Balance?: number; Uuid?: string };
  await want(201, 'POST', '/api/deposit', { amount: 50, user: before.Uuid, currency: 'usdt' });
  // A deposit arrives once the brokerage has released it.
  for (let tries = 0; tries < 60 && (before.Balance ?? 0) < 50; tries += 1) {
    await pause(250);
    Object.assign(before, (await ask('GET', '/api/user')).body);
  }
  const stake = (await want(201, 'POST', '/api/stake', { amount: 10, time_stake: 30 })) as { Id?: string };
  await want(200, 'POST', `/api/stake/${stake.Id}`, {});
  const kept = (await want(201, 'POST', '/api/stake', { amount: 10, time_stake: 30 })) as { Id?: string };
  const listed = (await want(200, 'GET', '/api/stakes')) as { Id: string; Status: string }[];
  if (Array.isArray(listed) && !listed.some(({ Id }) => Id === kept.Id))
    findings.push('a stake that was opened is not listed');
  for (const [path, methods] of Object.entries(published.paths)) {
    const isPlain =
      !path.includes('{') && !(methods.get?.parameters ?? []).some((each) => each.in === 'query' && each.required);
    if (!methods.get || !isPlain || !/^\/(api|report)\//.test(path) || path === '/api/events') continue;
    const { status, body } = await ask('GET', path);
    if (status >= 500) findings.push(`GET ${path} is answered ${status}: ${JSON.stringify(body).slice(0, 200)}`);
  }
  return findings;
}
