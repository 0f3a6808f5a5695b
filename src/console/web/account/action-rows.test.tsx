import { expect, test } from 'vitest';
import type { Role } from '#staff/roles.ts';
import { show } from '#testing/web/show.tsx';
import type { Me } from '../queries.ts';
import { loadTexts } from '../load-texts.ts';
import { MeProvider } from '../use-me.ts';
import { TableOrNone } from '../list.tsx';
import { useActionColumns } from './action-rows.tsx';

const [ana, rui] = ['f7d33758-58c7-43ef-89ed-48d61f4f4c3b', 'dabbc19f-1ef5-4f4b-b7b3-bb1d4595fc84'] as const;
const action = {
  Happened: '2026-11-22T12:00:00.000Z',
  Who: 'Iara',
  StaffId: null,
  From: null,
  Request: null,
  Was: null,
  IsNow: null,
  Title: null,
  Sentence: null,
  Hash: 'ab',
};
const rows = [
  { ...action, Number: '3', Action: 'customers search', Details: { found: 2, customers: `${ana} ${rui}` } },
  { ...action, Number: '2', Action: 'customer look', Details: { customer: ana, staff: rui } },
  { ...action, Number: '1', Action: 'a test', Details: { customer: '/customers/elsewhere', customers: '' } },
];
function ActionRows() {
  const columns = useActionColumns({ onWho: () => undefined, onAction: () => undefined });
  return <TableOrNone caption="" columns={columns} rows={rows} rowKey={({ Number: number }) => number} empty="" />;
}

const me = (Role: Role): Me => ({ Role }) as Me;

test.each([
  ['auditor', [ana, rui, ana]],
  ['compliance', [ana, rui, ana]],
  ['admin', []],
] as const)(
  '[R5] as %s: customers’ ids are links for roles that may see them, and nothing else is a link',
  async (role, led) => {
    const page = await show(
      <MeProvider value={me(role)}>
        <ActionRows />
      </MeProvider>,
      { language: 'en', load: loadTexts },
    );
    await expect.element(page.getByText('Looked at a customer')).toBeVisible();
    expect(
      [...page.container.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.innerText]),
    ).toEqual(led.map((id) => [`/customers/${id}`, id]));
    for (const id of [ana, rui]) expect(page.container.innerText).toContain(id);
  },
);

test('[R7] what was looked at, and how many were found, is said in the reader’s language and digits', async () => {
  const looks = [
    { ...action, Number: '1204', Action: 'customers search', Details: { by: 'newest', found: 12 } },
    { ...action, Number: '1205', Action: 'case look', Details: { what: 'alerts', rows: 3 } },
  ];
  function Looks() {
    const columns = useActionColumns({ onWho: () => undefined, onAction: () => undefined });
    return <TableOrNone caption="" columns={columns} rows={looks} rowKey={({ Number: number }) => number} empty="" />;
  }
  const page = await show(
    <MeProvider value={me('auditor')}>
      <Looks />
    </MeProvider>,
    { language: 'fa', load: loadTexts },
  );
  await expect.element(page.getByText('تازه‌ترین‌ها')).toBeVisible();
  await expect.element(page.getByText('هشدارها')).toBeVisible();
  for (const number of ['۱٬۲۰۴', '۱۲', '۳'])
    await expect.element(page.getByText(number, { exact: true })).toBeVisible();
  expect(page.container.innerText).not.toMatch(/newest|found|alerts/);
});
