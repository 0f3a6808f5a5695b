import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { whoReadsTheBooks } from '#console/who-reads-the-books.ts';
import { readTransfer, type TransferHistory } from '#console/transfers-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { pendingHours } from '#wallet/transfer-state.ts';
import { useMay, useTitled } from '../commands/use-command.ts';
import { Called } from '../account/action-rows.tsx';
import { WayButtons } from '../commands/way-buttons.tsx';
import { useKindName } from '../ledger/kind-name.ts';
import { useAccountName } from '../ledger/legs.tsx';
import { useMe } from '../use-me.ts';
import { useStaffQuery } from '../use-staff-query.ts';
import { HowCounted } from '../why/how-counted.tsx';
import shared from '../shared.module.css';
import { TransferFacts } from './transfer-facts.tsx';
import styles from './transfers.module.css';
import { WayDialog } from './way-dialog.tsx';

const hourMs = 3_600_000;

const ends = ['transfer ask', 'transfer return', 'transfer settle'];

/** The actions available in each state. */
const waysOf: Partial<Record<TransferHistory['State'], readonly string[]>> = {
  sending: ['transfer ask'],
  unknown: ends,
  awaiting_approval: ['withdrawals refuse', 'withdrawals approve'],
};

function findWays(transfer: TransferHistory): readonly string[] {
  const { State, Next } = transfer;
  // Held back with its frozen customer.
  if (State === 'held' && Next === null) return ['withdrawals refuse'];
  if (isPendingForLong(transfer)) return ends;
  return waysOf[State] ?? [];
}

/** Sent, and unchanged for so long that people may end it on the brokerage's written word. */
function isPendingForLong({ State, Attempts, Steps }: TransferHistory): boolean {
  const last = Steps.at(-1);
  if (State !== 'sending' || Attempts === 0 || !last) return false;
  return Date.parse(last.At) < Date.now() - pendingHours * hourMs;
}

/** One transfer with its history, and the actions available in its state. */
export function TransferDialog() {
  const t = useTranslations('console.transfers');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  // From Today a waiting withdrawal opens ready to be approved.
  const [way, setWay] = useState<string | null>(() =>
    new URLSearchParams(search).has('approve') ? 'withdrawals approve' : null,
  );
  const mayApprove = useMay()('withdrawals approve');
  const transfer = useStaffQuery(readTransfer, { params: { id } }, { isLook: true });
  const isOver = way === 'withdrawals approve' && !mayApprove;
  if (way && !isOver && transfer.data)
    return <WayDialog transfer={transfer.data} command={way} onClose={() => setWay(null)} />;
  const close = () => void navigate({ pathname: '/transfers', search });
  return (
    <Dialog title={t('one')} isOpen onClose={close}>
      <QueryView
        query={transfer}
        waiting={
          <DialogBody>
            <SkeletonRows />
          </DialogBody>
        }
      >
        {(read) => <Told transfer={read} onWay={setWay} onClose={close} />}
      </QueryView>
    </Dialog>
  );
}

interface ToldProps {
  transfer: TransferHistory;
  onWay: (command: string) => void;
  onClose: () => void;
}

function Told({ transfer, onWay, onClose }: ToldProps) {
  const t = useTranslations('console.transfers');
  const isLost = transfer.State === 'unknown';
  const ways = useTitled(...findWays(transfer));
  return (
    <>
      <DialogBody>
        {isLost && <Notice tone="caution">{t('lost', { why: transfer.Error ?? '' })}</Notice>}
        {isPendingForLong(transfer) && <Notice tone="caution">{t('pendingForLong', { longest: pendingHours })}</Notice>}
        <TransferFacts transfer={transfer} />
        <HowCounted rules={(['amount', 'fee', 'net'] as const).map((name) => [t(name), t(`why.${name}`)])} />
        <WaySoFar transfer={transfer} />
        <Postings transfer={transfer} />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
        <WayButtons ways={ways} primary="withdrawals approve" onChoose={onWay} />
      </DialogActions>
    </>
  );
}

function WaySoFar({ transfer: { Steps, Actions } }: { transfer: TransferHistory }) {
  const t = useTranslations('console.transfers');
  return (
    <section>
      <h3 className={styles.heading}>{t('steps')}</h3>
      <ol className={styles.steps}>
        {Steps.map(({ Number: number, State, Attempts, Error: error, At }) => (
          <li key={number} className={styles.step}>
            <span>
              {t(`states.${State}`)}
              {Attempts > 1 && ` · ${t('tries', { count: Attempts })}`}
            </span>
            <DateTime value={At} show="minute" />
            {error && <span className={styles.why}>{error}</span>}
          </li>
        ))}
        {Actions.map(({ Number: number, By, Action, Title, At }) => (
          <li key={`action ${number}`} className={styles.step}>
            <span>
              <bdi>{By}</bdi> · <Called action={Action} title={Title} />
            </span>
            <DateTime value={At} show="minute" />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Postings({ transfer: { Postings: postings, Customer } }: { transfer: TransferHistory }) {
  const t = useTranslations('console.transfers');
  const kindName = useKindName();
  const accountName = useAccountName();
  const seesBooks = whoReadsTheBooks.includes(useMe().Role);
  if (postings.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>{t('postings')}</h3>
      <ol className={styles.steps}>
        {postings.map(({ Key, Kind, Number: number, Legs }) => (
          <li key={Key} className={styles.step}>
            <span>
              {seesBooks ? <Link to={`/ledger/${Customer.Id}/${number}`}>{kindName(Kind)}</Link> : kindName(Kind)}{' '}
              <code className={shared.key}>{Key}</code>
            </span>
            <code className={shared.key}>#{number}</code>
            {Legs.map(({ From, To, Amount: value }) => (
              <span key={`${From} ${To}`} className={styles.why}>
                {accountName(From)} → {accountName(To)} <Amount value={value} />
              </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
