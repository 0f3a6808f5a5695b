import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { keepFile, previewFeed } from '#console/feeds-contract.ts';
import { messageOf } from '#platform/web/api-failure.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { tradedProducts } from '#positions/registry.ts';
import { type DateOrder, dateOrders } from '#payouts/date-orders.ts';
import { FormDialog } from '../commands/form-dialog.tsx';
import { callStaff } from '../queries.ts';
import { FeedView } from './feed-view.tsx';
import { type Chosen, FileField } from './file-field.tsx';
import { Imports } from './imports.tsx';
import styles from './operations.module.css';

type Product = (typeof tradedProducts)[number];
/** Imports the desk's trades from a file: first a preview line by line, then all or nothing. */
export function OperationsPage() {
  const t = useTranslations('console.operations');
  const products = useTranslations('console.customers.products');
  const [product, setProduct] = useState(tradedProducts[0] as Product);
  const [dates, setDates] = useState<DateOrder | ''>('');
  const [file, setFile] = useState<Chosen | 'too_large' | null>(null);
  const [until, setUntil] = useState('');
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <Card title={t('file')}>
        <div className={styles.asked}>
          <Select
            label={t('product')}
            value={product}
            onChange={setProduct}
            options={tradedProducts.map((each) => ({ value: each, label: products(each) }))}
          />
          <Select
            label={t('dates')}
            value={dates}
            onChange={setDates}
            options={(['', ...dateOrders] as const).map((each) => ({
              value: each,
              label: t(`dateOrders.${each || 'ask'}`),
            }))}
          />
          <FileField onChoose={setFile} />
        </div>
        <TextField
          label={t('completeUntil')}
          hint={t('completeUntilHint')}
          type="datetime-local"
          value={until}
          onChange={setUntil}
        />
        {file === 'too_large' && <Notice tone="caution">{t('tooLarge')}</Notice>}
      </Card>
      {file && file !== 'too_large' && (
        <Looked
          key={`${file.at} ${product} ${dates}`}
          product={product}
          dates={dates || undefined}
          file={file}
          completeUntil={momentOf(until)}
        />
      )}
      <Imports />
    </>
  );
}

/** The instant that the reader typed in their zone; undefined if none was. */
function momentOf(typed: string): string | undefined {
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

interface LookedProps {
  product: Product;
  dates: DateOrder | undefined;
  file: Chosen;
  completeUntil: string | undefined;
}

function Looked({ product, dates, file, completeUntil }: LookedProps) {
  const said = { product, ...(dates && { dates }) };
  const t = useTranslations('console.operations');
  const preview = useQuery({
    queryKey: [previewFeed.path, product, dates, file.at],
    queryFn: ({ signal }) => callStaff(previewFeed, { body: { ...said, csv: file.csv } }, signal),
    retry: false,
    // A file is checked once, and again after its import.
    staleTime: 'static',
  });
  const keeping = useMutation({ mutationFn: () => callStaff(keepFile, { body: { name: file.name, csv: file.csv } }) });
  const [asking, setAsking] = useState<'asking' | 'done' | null>(null);
  const failure = preview.error ?? keeping.error;
  const isReady =
    preview.data !== undefined &&
    preview.data.Bad === 0 &&
    (preview.data.New > 0 || preview.data.CompleteUntil !== null || completeUntil !== undefined);
  return (
    <Card
      title={file.name}
      action={
        isReady && (
          <Button
            kind="primary"
            isWorking={keeping.isPending}
            onClick={() => {
              if (keeping.data) setAsking('asking');
              else keeping.mutate(undefined, { onSuccess: () => setAsking('asking') });
            }}
          >
            {t('import', { count: preview.data.New })}
          </Button>
        )
      }
    >
      <div role="alert">{failure && <Notice tone="caution">{messageOf(failure) ?? t('failed')}</Notice>}</div>
      {preview.data ? <FeedView preview={preview.data} /> : !preview.error && <SkeletonRows rows={4} />}
      {asking && keeping.data && (
        <FormDialog
          command="operations import"
          given={{ file: keeping.data.Id, product, dates, 'complete-until': completeUntil }}
          onDone={({ Done }) => Done && setAsking('done')}
          onClose={() => {
            if (asking === 'done') void preview.refetch();
            setAsking(null);
          }}
        >
          <p>
            <bdi>{file.name}</bdi>: {t('import', { count: preview.data?.New ?? 0 })}
          </p>
        </FormDialog>
      )}
    </Card>
  );
}
