import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { readAlert } from '#console/cases-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import type { AnswerOf } from '#platform/endpoint.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { FormDialog } from '../commands/form-dialog.tsx';
import { useTitled } from '../commands/use-command.ts';
import { WayButtons } from '../commands/way-buttons.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import { column, customerColumn, figureColumn, momentColumn } from '../columns.tsx';

type Shown = AnswerOf<typeof readAlert>;
type Piece = Shown['Evidence'][number];

/** An alert's evidence, each piece with a link to its source, and the choice between making a case of it and dismissing it. */
export function AlertDialog() {
  const t = useTranslations('console.cases');
  const { id = '' } = useParams();
  const leave = useNavigate();
  const { search } = useLocation();
  const alert = useStaffQuery(readAlert, { params: { id } }, { isLook: true });
  const [asked, setAsked] = useState<string | null>(null);
  const offered = useTitled('case dismiss', 'case take');
  const onClose = () => void leave({ pathname: '/cases', search });
  if (asked) return <FormDialog command={asked} given={{ alert: id }} onClose={() => setAsked(null)} />;
  const ways = alert.data?.State === 'open' ? offered : [];
  return (
    <Dialog title={alert.data ? t(`rules.${alert.data.Rule}`) : t('pattern')} isOpen onClose={onClose}>
      <DialogBody>
        <QueryView query={alert} waiting={<SkeletonRows />}>
          {(shown) => <Evidence alert={shown} />}
        </QueryView>
      </DialogBody>
      <DialogActions>
        {alert.data?.Case && (
          <Link to={`/cases/${alert.data.Case}`} className={buttonClass()}>
            {t('seeCase')}
          </Link>
        )}
        {ways.length === 0 && <Button onClick={onClose}>{t('close')}</Button>}
        <WayButtons ways={ways} primary="case take" onChoose={setAsked} />
      </DialogActions>
    </Dialog>
  );
}

function Evidence({ alert }: { alert: Shown }) {
  const t = useTranslations('console.cases');
  const columns: Column<Piece>[] = [
    customerColumn(t('customer'), ({ Customer }) => Customer),
    figureColumn(t('amount'), ({ Amount: value }) => value !== null && <Amount value={value} />, 'main'),
    momentColumn(t('date'), ({ Date: date }) => date),
    column(t('transfer'), ({ Transfer }) => Transfer && <Link to={`/transfers/${Transfer}`}>{t('seeTransfer')}</Link>),
  ];
  return (
    <>
      <p>{t(`why.${alert.Rule}`)}</p>
      <Table
        caption={t('evidence')}
        columns={columns}
        rows={alert.Evidence}
        rowKey={({ Customer, Transfer, Date: date }) => `${Customer.Id} ${Transfer ?? ''} ${date}`}
      />
      {alert.LeftOut > 0 && <p>{t('leftOut', { count: alert.LeftOut })}</p>}
    </>
  );
}
