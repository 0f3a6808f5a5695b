import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import type { AnswerOf } from '#platform/endpoint.ts';
import { listUses } from '#console/promocodes-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { Percent } from '#platform/web/ui/percent.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { Rows } from '../list.tsx';
import { useStaffPages } from '../use-staff-query.ts';

type Use = AnswerOf<typeof listUses>[number];

/** The investments made with a code. */
export function UsesDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const t = useTranslations('console.promocodes');
  const uses = useStaffPages(listUses, { params: { code }, query: {} }, { isLook: true });
  const columns: Column<Use>[] = [
    {
      id: 'customer',
      header: t('customer'),
      place: 'title',
      cell: ({ Customer }) => (
        <Link to={`/customers/${Customer.Id}`} onClick={onClose}>
          <bdi>{Customer.Name}</bdi>
        </Link>
      ),
    },
    { id: 'amount', header: t('amount'), align: 'end', place: 'main', cell: (use) => <Amount value={use.Amount} /> },
    { id: 'rate', header: t('rate'), align: 'end', cell: ({ Rate }) => <Percent value={Rate} /> },
    { id: 'opened', header: t('opened'), cell: ({ Opened }) => <DateTime value={Opened} show="minute" /> },
  ];
  return (
    <Dialog title={t('usesOfThis', { code })} isOpen onClose={onClose}>
      <DialogBody>
        <Rows
          query={uses}
          caption={t('usesOfThis', { code })}
          columns={columns}
          rowKey={({ Id }) => Id}
          empty={t('noUses')}
        />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
