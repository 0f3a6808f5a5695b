import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findViolations } from '#testing/web/find-violations.ts';
import { answerNetwork, type Network, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { keepUuid } from '#platform/web/session.ts';
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

test('[W1] members are listed with email, phone and balance, and expand level by level', async () => {
  const network = answerTree();
  await show(<Screen />);
  await expect
    .element(rowOf('Bia Reis'))
    .toHaveTextContent(/bia\.reis@example\.com\(11\) 98765-4321Saldo US\$\s1\.234,56/);
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

test('[W1] [W2] what a member brought leads to its payments without opening the row, and is said of three levels', async () => {
  const network = answerNetwork().answer(listMembers, () => [
    { ...bia, Earned: 5.3 },
    { ...eva, Level: 4, Earned: 0 },
  ]);
  keepUuid(anaId);
  await show(<Screen />);
  await expect.element(rowOf('Bia Reis')).toHaveTextContent(/Trouxe a você US\$\s5,30/);
  await expect.element(rowOf('Eva Nunes')).not.toHaveTextContent('Trouxe a você');
  await rowOf('Bia Reis').getByRole('link').click();
  expect(window.location.pathname).toBe(`/explanation/${anaId}/network-earned/${bia.Id}`);
  expect(network.callsTo(listMembersOf)).toEqual([]);
});

test('[W1] the order is in the address, and Back restores it', async () => {
  const network = answerTree();
  await show(<Screen />);
  await expect.element(rowOf('Bia Reis')).toBeVisible();
  await page.getByRole('combobox', { name: 'Ordem' }).selectOptions('Quem mais trouxe');
  await vi.waitFor(() => expect(window.location.search).toBe('?order=earned'));
  await vi.waitFor(() => expect(network.callsTo(listMembers).at(-1)?.address).toContain('order=earned'));
  window.history.back();
  await expect.element(page.getByRole('combobox', { name: 'Ordem' })).toHaveValue('newest');
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

test('[W1] arrow keys expand and collapse, mirrored in right-to-left languages', async () => {
  answerTree();
  await show(<Screen />, { language: 'fa' });
  await expect.element(rowOf('Bia Reis')).toBeVisible();
  await page.getByRole('combobox').click();
  await userEvent.keyboard('{Escape}');
  await userEvent.tab();
  await expect.element(rowOf('Bia Reis')).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'باز کردن Bia Reis' })).toBeVisible();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(rowOf('Caio Prado')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'بستن Bia Reis' })).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(rowOf('Caio Prado')).not.toBeInTheDocument();
});

test('[W1] a search shows its hits with the path to them expanded', async () => {
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
] as const)('[W1] says in %s that nothing matches', async (language, words) => {
  answerTree();
  window.history.replaceState(null, '', '/network?search=zzz');
  await show(<Screen />, { language });
  await expect.element(page.getByText(words)).toBeVisible();
});

test('[W1] an incomplete level can load more, and a failed one can be retried', async () => {
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

test.each([320, 360])('[W1] at %d px no word of a name is broken, however large the balance', async (width) => {
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
});

test('[W1] an empty network shows a sentence and the link to invite the first member', async () => {
  answerNetwork().answer(listMembers, () => []);
  await show(<Screen />);
  await expect.element(page.getByText('https://lastro.example/auth/register?ref=ANA123')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copiar link' })).toBeVisible();
  expect(await findViolations()).toEqual([]);
});

test('[W1] a customer turns on masking with one checkbox', async () => {
  const network = answerNetwork()
    .answer(readPrivacy, () => ({ Masked: false, InvitedBy: null }))
    .answer(writePrivacy, ({ body }) => ({ Masked: (body as { masked: boolean }).masked, InvitedBy: null }));
  await show(<PrivacyCard />);
  await page.getByRole('checkbox').click();
  await expect.element(page.getByRole('checkbox')).toBeChecked();
  expect(network.callsTo(writePrivacy).map((call) => call.body)).toEqual([{ masked: true }]);
});

test('[W1] the network says who invited the customer', async () => {
  answerTree().answer(readPrivacy, () => ({ Masked: false, InvitedBy: 'Maria S.' }));
  await show(<Screen />);
  await expect.element(page.getByText('Convite de \u2068Maria S.\u2069')).toBeVisible();
});
