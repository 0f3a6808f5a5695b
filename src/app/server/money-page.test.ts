import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as copytrade from '#copytrade/journals.ts';
import type { Journal } from '#ledger/journal.ts';
import { percent, toDecimal, usd } from '#money/money.ts';
import { awardsOf, type Cause } from '#network/awards.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import * as vault from '#primevault/journals.ts';
import * as vaultPlan from '#primevault/vault-plan.ts';
import * as bot from '#primezord/journals.ts';
import { cancellingJournal, maturingJournal, openingJournal } from '#stakes/journals.ts';
import { promisedProfit, readPlan, type StakePlan } from '#stakes/plans.ts';
import { depositJournal, holdingJournal, returningJournal, withdrawingJournal } from '#wallet/journals.ts';

const page = join(projectFolder, 'docs', 'money.md');

const stake = {
  id: '7f3c',
  customerId: 'ana',
  amount: usd('300'),
  promisedProfit: promisedProfit(usd('300'), (readPlan(60) as StakePlan).rate),
};

const withdrawal = { id: '82c9', customerId: 'ana', amount: usd('150'), fee: usd('3') };

const investment = {
  id: '2e81',
  customerId: 'ana',
  amount: usd('1000'),
  promisedProfit: vaultPlan.promisedProfit(usd('1000'), vaultPlan.standardPlan.rate),
};

const licence = { id: '64d0', customerId: 'ana', amount: usd('500') };

const botInvestment = { id: 'b377', customerId: 'ana', amount: usd('100') };

function award(cause: Pick<Cause, 'kind' | 'base'>, rate: string): Journal {
  const told = { sourceId: 'bia', product: 'stakes', positionId: '7f3c', at: new Date(0) };
  const [first] = awardsOf({ ...told, ...cause }, ['ana'], [percent(rate)]);
  if (!first) throw new Error('an example moves something');
  const { kind, positionId, level, beneficiaryId, value } = first;
  return {
    key: `network:${kind}:${positionId}:${level}:${beneficiaryId}`,
    kind: `network_${kind}`,
    owner: beneficiaryId,
    reference: 'c40a',
    entries: [{ from: 'treasury', to: 'balance', amount: value }],
  };
}

const examples: [string, string, Journal][] = [
  [
    'Ana brings 500 USD from the brokerage',
    'Posted when the brokerage has said that it handed the money over, never before.',
    depositJournal({ id: '51ab', customerId: 'ana', amount: usd('500') }),
  ],
  [
    'Ana withdraws 150 USD in USDT',
    'Held in the same transaction as the request: nothing else can spend it, and it is not yet gone.',
    holdingJournal(withdrawal),
  ],
  [
    'The brokerage has it',
    'Posted when the brokerage has said so. It is told of 147 USD; the two per cent stay here.',
    withdrawingJournal(withdrawal),
  ],
  [
    'Or: the brokerage, or an operator, refuses it',
    'The whole amount comes back, on a definite no only: never because there was no answer.',
    returningJournal(withdrawal),
  ],
  [
    'Ana opens a stake of 300 USD for 60 days at 25 %',
    'The amount is locked, and the whole profit is set aside at once. With too little in the treasury there is no stake.',
    openingJournal(stake),
  ],
  [
    'The stake matures',
    'Amount and profit come to the balance. The treasury is not asked: it paid when it promised.',
    maturingJournal(stake),
  ],
  [
    'Or: Ana leaves early',
    'Sixty per cent comes back, forty per cent is the fee, and the profit set aside is free to be promised again.',
    cancellingJournal(stake),
  ],
  [
    'Ana puts 1000 USD into the vault for 180 days at 30 %',
    'As with a stake: the amount is put away, and the whole profit is set aside at once. There is no way out before the end.',
    vault.openingJournal(investment),
  ],
  [
    'The vault pays',
    'Amount and profit come to the balance. A promotional code made the promise larger, and changes nothing else.',
    vault.maturingJournal(investment),
  ],
  [
    'Ana opens a copy-trade licence of 500 USD',
    'The amount takes part in the desk’s operations for thirty days. Nothing is promised, so the treasury is not asked.',
    copytrade.openingJournal(licence),
  ],
  [
    'The licence expires, its operations having won 3.25 %',
    'The amount comes back with what was won. Nothing moved while it ran: its result is amount × payouts, at its end.',
    copytrade.expiringJournal(licence, usd('16.25')),
  ],
  [
    'Or: they have lost 4 %',
    'What is left comes back. A licence never loses more than its amount.',
    copytrade.expiringJournal(licence, usd('-20')),
  ],
  [
    'Ana subscribes to Primezord',
    'The entry fee, once in a customer’s life: the key is theirs.',
    bot.subscribingJournal('ana', usd('50')),
  ],
  [
    'Ana puts 250 USD into the bot’s wallet, invests 100 of them, and they win 2 %',
    'The first of three journals; taking money back out is its opposite.',
    bot.depositingJournal({ id: '0fd2', customerId: 'ana', amount: usd('250') }),
  ],
  ['The investment is made', 'It is blocked for thirty days, in the wallet.', bot.investingJournal(botInvestment)],
  [
    'The investment ends',
    'Back to the wallet, with its result; a loss would go to trading, as with a licence.',
    bot.finishingJournal(botInvestment, usd('2')),
  ],
  [
    'Bia, whom Ana brought, had put 300 USD of new capital into a stake that now ends: the bonus of 5 %',
    'In the transaction of the maturity; while the stake ran nothing had moved, and had it been cancelled nothing ever would. With too little in the treasury the stake is paid all the same, and this is posted later.',
    award({ kind: 'bonus', base: usd('300') }, '5'),
  ],
  [
    'Bia’s stake pays her 75 USD of profit: the residual of 3 %',
    'In the transaction of the maturity. Whoever brought Ana has 2 %, and whoever brought them 1 %, in journals of their own.',
    award({ kind: 'residual', base: usd('75') }, '3'),
  ],
  [
    'The operator funds the treasury with 100,000 USD',
    'In practice sixteen equal entries, one for each part of the treasury.',
    {
      key: 'treasury:9c1d:funded',
      kind: 'treasury_funded',
      owner: null,
      reference: null,
      entries: [{ from: 'funding', to: 'treasury', amount: usd('100000') }],
    },
  ],
];

/** The page is printed from the journals themselves; `PRINT=1` writes it, otherwise it must say what is there. */
test('[S7] docs/money.md says what the journals do', () => {
  const printed = printPage();
  if (process.env.PRINT) writeFileSync(page, printed);
  expect(readFileSync(page, 'utf8')).toBe(printed);
});

function printPage(): string {
  return `# Money

Printed by \`src/app/server/money-page.test.ts\` from the journals themselves: it cannot say anything else than the code does.

Every dollar is in exactly one account and moves only from one account to another, as a positive amount of micro-dollars
(10⁻⁶ USD) inside a journal. A journal is one business event; its key names the event, so an event posted twice is posted
once. Entries are never changed or deleted. \`lastro books audit\` recomputes everything and lists what does not fit.

## The accounts

| account | whose | what is in it | below zero |
|---|---|---|---|
| \`balance\` | a customer's | what they can use now | never |
| \`staked\` | a customer's | amounts locked in their running stakes | never |
| \`promised\` | a customer's | profit set aside for them until it falls due | never |
| \`held\` | a customer's | withdrawals that the brokerage has not confirmed yet, or an operator not approved | never |
| \`copytrade\`, \`vault\` | a customer's | capital at work in those products | never |
| \`zord\`, \`zord_blocked\` | a customer's | the bot's wallet: available, and invested | never |
| \`treasury\` | the house's, in sixteen parts | what the operator put up and has not promised yet | never |
| \`brokerage\` | the house's | the other side of what came in from, and went out to, the brokerage | by what customers brought |
| \`funding\` | the house's | the other side of what the operator put up | by what was put up |
| \`trading\` | the house's | the other side of what operations won and lost | by what they won |
| \`fees\` | the house's | what customers paid: for leaving early, for withdrawing in USDT | never taken from |

All balances together are zero at every moment.

## The journals

${examples.map(printExample).join('\n')}`;
}

function printExample([title, meaning, journal]: [string, string, Journal]): string {
  const rows = journal.entries.map(({ from, to, amount }) => `| \`${from}\` | \`${to}\` | ${toDecimal(amount)} |`);
  return `### ${title}

${meaning}

Journal \`${journal.key}\`

| from | to | USD |
|---|---|---:|
${rows.join('\n')}
`;
}
