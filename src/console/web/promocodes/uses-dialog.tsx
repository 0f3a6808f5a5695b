import { useTranslations } from 'use-intl';
import { Link, useNavigate, useParams } from 'react-router';
import type { AnswerOf } from '#platform/endpoint.ts';
import { listUses } from '#console/promocodes-contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { Percent } from '#platform/web/ui/percent.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { List } from '../list.tsx';
import { amountColumn, column, figureColumn, momentColumn } from '../columns.tsx';

type Use = AnswerOf<typeof listUses>[number];

/** The investments made with a code. */
export function UsesDialog() {
  const { code = '' } = useParams();
  const navigate = useNavigate();
  const onClose = () => void navigate('/promocodes');
  const t = useTranslations('console.promocodes');
  const columns: Column<Use>[] = [
    column(
      t('customer'),
      ({ Customer }) => (
        <Link to={`/customers/${Customer.Id}`} onClick={onClose}>
          <bdi>{Customer.Name}</bdi>
        </Link>
      ),
      'title',
    ),
    amountColumn(t('amount'), (use) => use.Amount, { place: 'main' }),
    figureColumn(t('rate'), ({ Rate }) => <Percent value={Rate} />),
    momentColumn(t('opened'), ({ Opened }) => Opened),
  ];
  return (
    <Dialog title={t('usesOfThis', { code })} isOpen onClose={onClose}>
      <DialogBody>
        <List
          of={listUses}
          params={{ code }}
          isLook
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
