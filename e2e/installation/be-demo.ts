import type { APIRequestContext, Page } from '@playwright/test';

/** The page is the demo investor's, who has something of everything. */
export async function beDemo(page: Page, request: APIRequestContext): Promise<void> {
  const answer = await request.post('/auth', { data: { email: 'demo@lastro.example', password: 'lastro-demo' } });
  const { token } = await answer.json();
  await page.addInitScript(`localStorage.setItem('token', '${token}')`);
}
