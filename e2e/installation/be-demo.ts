import type { APIRequestContext, Page } from '@playwright/test';

/** Returns the token of the demo investor, who has something of everything. */
export async function logInAsDemo(request: APIRequestContext): Promise<string> {
  const answer = await request.post('/auth', { data: { email: 'demo@lastro.example', password: 'lastro-demo' } });
  const { token } = await answer.json();
  return token;
}

/** Logs the page in as them. */
export async function beDemo(page: Page, request: APIRequestContext): Promise<void> {
  await page.addInitScript(`localStorage.setItem('token', '${await logInAsDemo(request)}')`);
}
