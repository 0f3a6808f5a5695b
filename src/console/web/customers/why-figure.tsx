import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { listFigureAccruals, listFigurePostings, readFigure } from '#console/customer-lists-contract.ts';
import { whoReadsTheBooks } from '#console/who-reads-the-books.ts';
import { type FigureName, figureRules } from '#explanations/figures.ts';
import { Amount } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { FigureButton } from '#platform/web/ui/figure-link.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useKindName } from '../ledger/kind-name.ts';
import { useAccountName } from '../ledger/legs.tsx';
import { CustomerWords } from '../offers/customer-words.tsx';
import { useMe } from '../use-me.ts';
import { useStaffQuery } from '../use-staff-query.ts';
import styles from './customers.module.css';
import { List } from '../list.tsx';
import { amountColumn, column, momentColumn } from '../columns.tsx';

interface WhyFigureProps {
  customer: string;
  figure: FigureName;
  onClose: () => void;
}

/** Breakdown of a customer's figure: its parts and theirs, down to the ledger entries. */
export function WhyFigure({ customer, figure, onClose }: WhyFigureProps) {
  const t = useTranslations('console.customers');
  return (
    <Dialog title={t('why')} isOpen onClose={onClose}>
      <DialogBody>
        <CustomerWords>
          <Ways customer={customer} figure={figure} />
        </CustomerWords>
      </DialogBody>
    </Dialog>
  );
}

function Ways({ customer, figure }: Pick<WhyFigureProps, 'customer' | 'figure'>) {
  const t = useTranslations('console.customers.whys');
  const nameOf = useTranslations('explanations.figures');
  const [path, setPath] = useState<readonly FigureName[]>([figure]);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = path.at(-1) ?? figure;
  const above = path.at(-2);
  // The pressed button is gone, so keyboard focus moves to the heading of the next figure.
  useEffect(() => {
    if (shown !== figure || heading.current?.dataset.moved) heading.current?.focus();
  }, [shown, figure]);
  const go = (next: readonly FigureName[]) => {
    if (heading.current) heading.current.dataset.moved = 'yes';
    setPath(next);
  };
  return (
    <>
      {above && (
        <div>
          <Button size="small" onClick={() => go(path.slice(0, -1))}>
            {t('back')} {nameOf(above)}
          </Button>
        </div>
      )}
      <h3 ref={heading} tabIndex={-1} className={styles.name}>
        {nameOf(shown)}
      </h3>
      <Explained key={shown} customer={customer} figure={shown} onPart={(part) => go([...path, part])} />
    </>
  );
}

interface ExplainedProps {
  customer: string;
  figure: FigureName;
  onPart: (part: FigureName) => void;
}

function Explained({ customer, figure, onPart }: ExplainedProps) {
  const t = useTranslations('console.customers.whys');
  const nameOf = useTranslations('explanations.figures');
  const explained = useStaffQuery(readFigure, { params: { id: customer, figure } }, { isLook: true });
  const rule = figureRules[figure];
  const kind = 'parts' in rule ? 'parts' : 'moves' in rule ? 'moves' : 'accruals';
  return (
    <>
      <p>{t(kind)}</p>
      <QueryView query={explained} waiting={<SkeletonRows rows={4} />}>
        {({ PartValues, Shown }) => (
          <Facts>
            {PartValues.map(({ Figure, Value }) => (
              <Fact key={Figure} label={nameOf(Figure)}>
                <FigureButton name={nameOf(Figure)} onPress={() => onPart(Figure)}>
                  <Amount value={Value} />
                </FigureButton>
              </Fact>
            ))}
            <Fact label={nameOf(figure)} isResult={PartValues.length > 0}>
              <Amount value={Shown} />
            </Fact>
          </Facts>
        )}
      </QueryView>
      {kind === 'moves' && <Postings customer={customer} figure={figure} />}
      {kind === 'accruals' && <Accruals customer={customer} figure={figure} />}
    </>
  );
}

type ListProps = Pick<ExplainedProps, 'customer' | 'figure'>;

const theirs = ({ customer, figure }: ListProps) => ({
  params: { id: customer, figure },
  given: { limit: '50' },
  isLook: true,
});

/** The ledger entries; each links to its journal if the role may read it. */
function Postings(props: ListProps) {
  const t = useTranslations('console.customers');
  const [kindName, accountName] = [useKindName(), useAccountName()];
  const seesBooks = whoReadsTheBooks.includes(useMe().Role);
  return (
    <List<typeof listFigurePostings>
      of={listFigurePostings}
      {...theirs(props)}
      caption={t('whyLead')}
      columns={[
        column(
          t('kind'),
          ({ Id, Kind }) =>
            seesBooks ? (
              <Link to={`/ledger/${props.customer}/${Id.split('-')[0]}`}>{kindName(Kind)}</Link>
            ) : (
              kindName(Kind)
            ),
          'title',
        ),
        momentColumn(t('date'), ({ Date: at }) => at),
        column(t('way'), ({ From, To }) => `${accountName(From)} → ${accountName(To)}`),
        amountColumn(t('amount'), ({ Amount: value }) => value, { place: 'main' }),
      ]}
      rowKey={({ Id }) => Id}
      empty={t('nothing')}
    />
  );
}

/** Running positions and amounts owed, each with its value so far. */
function Accruals(props: ListProps) {
  const t = useTranslations('console.customers');
  return (
    <List<typeof listFigureAccruals>
      of={listFigureAccruals}
      {...theirs(props)}
      caption={t('whys.accrued')}
      columns={[
        column(t('id'), ({ Reference }) => <code className={styles.long}>{Reference}</code>, 'title'),
        momentColumn(t('start'), ({ Start }) => Start),
        momentColumn(t('end'), ({ End }) => End),
        amountColumn(t('amount'), ({ Amount: value }) => value),
        amountColumn(t('whys.accrued'), ({ Value }) => Value, { place: 'main', tone: 'change' }),
      ]}
      rowKey={({ Id }) => Id}
      empty={t('nothing')}
    />
  );
}
