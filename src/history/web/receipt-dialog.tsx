import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Brand } from '#platform/web/brand/brand.tsx';
import { SupportLink } from '#platform/web/support/support-link.tsx';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { Receipt } from '../contract.ts';
import { screenOf } from '../event-kind.ts';
import { receiptQuery } from './data.ts';
import { ReceiptFacts } from './receipt-facts.tsx';
import styles from './receipt.module.css';
import { useReceiptText } from './use-receipt-text.ts';

interface ReceiptDialogProps {
  id: string;
  onClose: () => void;
}

/** One posting with everything its event moved, to read, copy or print. */
export function ReceiptDialog({ id, onClose }: ReceiptDialogProps) {
  const t = useTranslations('history.receipt');
  const query = useQuery(receiptQuery(id));
  return (
    <Dialog title={t('title')} isOpen onClose={onClose}>
      <QueryView
        query={query}
        waiting={
          <DialogBody>
            <SkeletonRows rows={4} />
          </DialogBody>
        }
        isEmpty={(found) => found === null}
        empty={
          <DialogBody>
            <p>{t('missing')}</p>
          </DialogBody>
        }
      >
        {(receipt) => receipt && <Content receipt={receipt} />}
      </QueryView>
    </Dialog>
  );
}

/**
 * What it is about, which only the operator can look up, with the customer's own number of it; without one, the number and the timestamp.
 */
function receiptReference({ Reference, Id, Date: moment }: Receipt): string {
  return Reference === null ? `${Id} ${moment}` : `${Reference} ${Id}`;
}

function Content({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('history.receipt');
  const screen = screenOf(receipt.Kind);
  const asText = useReceiptText();
  return (
    <>
      <DialogBody>
        <article className={styles.receipt}>
          <div className={styles.letterhead}>
            <Brand />
            <span>{t('title')}</span>
          </div>
          <ReceiptFacts receipt={receipt} />
        </article>
        <p className={styles.support}>
          <SupportLink about={receiptReference(receipt)} />
        </p>
      </DialogBody>
      <DialogActions>
        {screen !== null && (
          <Link to={screen} className={buttonClass('quiet', 'small')}>
            {t('position')}
          </Link>
        )}
        <CopyButton text={asText(receipt)} label={t('copy')} />
        <Button size="small" onClick={() => window.print()}>
          {t('print')}
        </Button>
      </DialogActions>
    </>
  );
}
