import { useTranslations } from 'use-intl';
import { booksAccounts, type StaffJournal } from '#console/ledger-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import styles from './ledger.module.css';

type Account = (typeof booksAccounts)[number];

/** Returns the name of an account. */
export function useAccountName(): (account: string) => string {
  const t = useTranslations('console.ledger.accounts');
  return (account) => (booksAccounts.some((each) => each === account) ? t(account as Account) : account);
}

/** The entries: source, destination and amount. */
export function Legs({ legs }: { legs: StaffJournal['Legs'] }) {
  const nameOf = useAccountName();
  return (
    <ul className={styles.legs}>
      {legs.map(({ From, To, Amount: value }) => (
        <li key={`${From} ${To}`}>
          <span>
            {nameOf(From)} → {nameOf(To)}
          </span>
          <Amount value={value} />
        </li>
      ))}
    </ul>
  );
}
