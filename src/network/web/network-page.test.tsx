import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findViolations } from '#testing/web/find-violations.ts';
import { answerNetwork, type Network, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { listMembers, listMembersOf, readPrivacy, writePrivacy } from '../contract.ts';
import { NetworkPage } from './network-page.tsx';
import { PrivacyCard } from './privacy-card.tsx';
import { anaId, bia, caio, davi, eva } from './testing/members.ts';

const found = {
  ...davi,
  Path: [anaId, bia.Id, caio.Id, davi.Id],
  Names: ['Ana', bia.Name, caio.Name, davi.Name],
};

beforeEach(async () => {
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/network');
  await page.viewport(1440, 900);
});

function answerTree(): Network {
  return answerNetwork()
    .answer(listMembers, ({ address }) => {
      const sought = new URL(address, window.location.origin).searchParams.get('search');
      if (sought === null) return [bia, eva];
      return sought === 'davi' ? [found] : [];
    })
    .answer(listMembersOf, ({ address }) => (address.includes(bia.Id) ? [caio] : [davi]));
}

function Screen() {
  return (
    <main>
      <NetworkPage code="ANA123" />
    </main>
  );
}

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });

test('[W1] members stand with e-mail, phone and balance, and open level by level', async () => {
  const network = answerTree();
  await show(<Screen />);
  await expect.element(rowOf('Bia Reis')).toHaveTextContent(/bia\.reis@example\.com\(11\) 98765-4321US\$\s1\.234,56/);
  expect(network.callsTo(listMembersOf)).toHaveLength(0);
  await rowOf('Bia Reis').click();
  await expect.element(rowOf('Caio Prado')).toHaveTextContent(/US\$\s12\.345\.678,90/);
  await expect.element(rowOf('Caio Prado')).toHaveAttribute('aria-level', '2');
  await rowOf('Caio Prado').click();
  await expect.element(rowOf('Davi')).toHaveAttribute('aria-level', '3');
  expect(await findViolations()).toEqual([]);
  await rowOf('Bia Reis').click();
  await expect.element(rowOf('Caio Prado')).not.toBeInTheDocument();
});

test.each([
  ['pt-BR', '+351912884731', '+351 912 884 731'],
  ['en', '+5511987654321', '+55 11 98765 4321'],
  ['pt-BR', '••• 21', '••• 21'],
] as const)('[G2] in %s the phone %s is shown as %s', async (language, Phone, shown) => {
  answerNetwork().answer(listMembers, () => [{ ...bia, Phone }]);
  await show(<Screen />, { language });
  await expect.element(rowOf('Bia Reis')).toHaveTextContent(shown);
});

test('[W1] the keyboard opens and closes, the other way round where one writes from right to left', async () => {
  answerTree();
  await show(<Screen />, { language: 'fa' });
  await expect.element(rowOf('Bia Reis')).toBeVisible();
  await page.getByRole('searchbox').click();
  await userEvent.tab();
  await expect.element(rowOf('Bia Reis')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(rowOf('Caio Prado')).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(rowOf('Caio Prado')).not.toBeInTheDocument();
});

test('[W1] a search shows whom it found with the way down to them open', async () => {
  const network = answerTree();
  await show(<Screen />);
  await page.getByLabelText('Buscar por nome ou e-mail').fill('davi');
  await expect.element(rowOf('Davi')).toHaveAttribute('aria-level', '3');
  await expect.element(rowOf('Caio Prado')).toHaveAttribute('aria-expanded', 'true');
  await expect.element(rowOf('Eva Nunes')).not.toBeInTheDocument();
  expect(window.location.search).toBe('?search=davi');
  expect(network.callsTo(listMembersOf)).toHaveLength(0);
});

test.each([
  ['pt-BR', 'Nenhum nó correspondente encontrado'],
  ['en', 'No matching nodes found'],
] as const)('[W1] nothing found is said in %s', async (language, words) => {
  answerTree();
  window.history.replaceState(null, '', '/network?search=zzz');
  await show(<Screen />, { language });
  await expect.element(page.getByText(words)).toBeVisible();
});

test('[W1] a level that goes on can be asked for more, and one that failed again', async () => {
  const network = answerNetwork()
    .answer(listMembers, ({ address }) =>
      address.includes('after=')
        ? [eva]
        : Response.json([bia], { headers: { Link: '</api/sponsors?limit=50&after=abc>; rel="next"' } }),
    )
    .answer(listMembersOf, () => refusal(500, 'fault', 'Algo deu errado.'));
  await show(<Screen />);
  await page.getByText('Mostrar mais membros').click();
  await expect.element(rowOf('Eva Nunes')).toBeVisible();
  await rowOf('Bia Reis').click();
  await expect.element(page.getByText('Não foi possível carregar. Tentar de novo')).toBeVisible();
  network.answer(listMembersOf, () => [caio]);
  await page.getByText('Não foi possível carregar. Tentar de novo').click();
  await expect.element(rowOf('Caio Prado')).toBeVisible();
});

test.each([320, 360])(
  '[W1] at %d px a name is not broken within its words, however much its owner has',
  async (width) => {
    await page.viewport(width, 740);
    const Name = 'Maximiliano Alejandro Fernández de la Concepción Villavicencio';
    answerNetwork().answer(listMembers, () => [{ ...bia, Name, Balance: 99_999_999.99, Members: 1000 }]);
    await show(<Screen />, { language: 'es' });
    const name = page.getByText(Name);
    await expect.element(name).toBeVisible();
    const longest = document.createElement('b');
    longest.textContent = 'Villavicencio';
    longest.style.position = 'absolute';
    name.element().parentElement?.append(longest);
    expect(name.element().parentElement?.clientWidth).toBeGreaterThanOrEqual(longest.offsetWidth);
    longest.remove();
    await expect.element(rowOf(Name)).toHaveTextContent('1.000 miembros directos');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);

test('[W1] without anybody there is a sentence and the link that brings the first one', async () => {
  answerNetwork().answer(listMembers, () => []);
  await show(<Screen />);
  await expect.element(page.getByText('https://lastro.example/auth/register?ref=ANA123')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copiar link' })).toBeVisible();
  expect(await findViolations()).toEqual([]);
});

test('[W1] who wishes to be masked says so with one tick', async () => {
  const network = answerNetwork()
    .answer(readPrivacy, () => ({ Masked: false }))
    .answer(writePrivacy, ({ body }) => ({ Masked: (body as { masked: boolean }).masked }));
  await show(<PrivacyCard />);
  await page.getByRole('checkbox').click();
  await expect.element(page.getByRole('checkbox')).toBeChecked();
  expect(network.callsTo(writePrivacy).map((call) => call.body)).toEqual([{ masked: true }]);
});
