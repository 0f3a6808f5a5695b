import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import type { readJournal } from '#console/ledger-contract.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import shared from '../shared.module.css';
import { useKindName } from './kind-name.ts';
import styles from './ledger.module.css';

export type ChainedJournal = AnswerOf<typeof readJournal>;

/** The journal's place in its owner's chain: each hash covers the journal and the preceding hash. */
export function JournalChain({ journal }: { journal: ChainedJournal }) {
  const t = useTranslations('console.ledger');
  const nameOf = useKindName();
  const { Owner, Before, Next, Number: number, Hash, Reckoned, Holds, Sealed } = journal;
  const neighbour = ({ Number: at, Kind, Hash: hash }: NonNullable<typeof Before>) => (
    <>
      <Link to={`/ledger/${Owner}/${at}`}>{t('numbered', { number: at, kind: nameOf(Kind) })}</Link>
      <code className={shared.key}>{hash}</code>
    </>
  );
  return (
    <ol className={styles.chain}>
      <li>
        <span className={styles.note}>{t('before')}</span>
        {Before ? neighbour(Before) : t('first')}
      </li>
      <li aria-current="true">
        <span className={styles.note}>{t('this')}</span>
        <span>{t('numbered', { number, kind: nameOf(journal.Kind) })}</span>
        <code className={shared.key}>{Hash}</code>
        <span>
          <StatusBadge tone={Holds ? 'good' : 'bad'}>{t(Holds ? 'right' : 'wrong')}</StatusBadge>
        </span>
        {Reckoned !== Hash && <code className={shared.key}>{Reckoned}</code>}
        <span className={styles.note}>{t(Sealed ? 'sealed' : 'unsealed')}</span>
      </li>
      <li>
        <span className={styles.note}>{t('next')}</span>
        {Next ? neighbour(Next) : t('last')}
      </li>
    </ol>
  );
}
