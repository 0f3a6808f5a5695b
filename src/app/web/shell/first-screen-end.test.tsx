import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { loadAfterFirstScreen } from '#platform/web/loading/after-first-screen.tsx';
import { Queries } from '#platform/web/queries.tsx';
import { createQueryClient } from '#platform/web/query-client.ts';
import { LanguageProvider } from '#platform/web/i18n/language-provider.tsx';
import { FirstScreenEnd } from './first-screen-end.tsx';

let answer: (text: string) => void = () => undefined;

function Figures() {
  const { data } = useQuery({ queryKey: ['figures'], queryFn: () => new Promise<string>((done) => (answer = done)) });
  return <p>{useDeferredValue(data)}</p>;
}

test('[G7] what is not essential is fetched only once the figures are rendered', async () => {
  const screen = await render(
    <LanguageProvider initial={{ language: 'en', texts: {} }} load={async () => ({})}>
      <Queries client={createQueryClient()}>
        <Figures />
        <FirstScreenEnd />
      </Queries>
    </LanguageProvider>,
  );
  const drawn: string[] = [];
  const load = vi.fn(async () => void drawn.push(screen.container.textContent ?? ''));
  void loadAfterFirstScreen(load)();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(load).not.toHaveBeenCalled();
  answer('100,00');
  await vi.waitFor(() => expect(drawn).toEqual(['100,00']));
});
