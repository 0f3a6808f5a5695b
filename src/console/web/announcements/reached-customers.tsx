import { useTranslations } from 'use-intl';
import { languageNames } from '#platform/web/i18n/language.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { Refused, Said } from '../commands/command-dialog.tsx';
import { useCommand, useCommandShape } from '../commands/use-command.ts';
import { useReach } from './use-reach.ts';

type Values = Readonly<Record<string, unknown>>;

/** The number of customers whom an announcement would reach, by notice and by email, shown before it is asked for. */
export function ReachedCustomers(values: Values) {
  const t = useTranslations('console.announcements');
  const reach = useReach(values);
  if (!reach.isEnabled) return null;
  return (
    <QueryView query={reach} waiting={<SkeletonRows rows={1} />}>
      {({ Customers, Wanting, Languages }) => (
        <Notice>
          {t('count', { count: Customers })}{' '}
          {values['mails'] !== 'none' && t('byMail', { count: values['mails'] === 'owed' ? Customers : Wanting })}{' '}
          {Languages.map(({ Language, Customers: count }) =>
            t('reading', { language: languageNames[Language], count }),
          ).join(' · ')}
        </Notice>
      )}
    </QueryView>
  );
}

/** Mails what is typed so far to whoever is writing it. */
export function TestMail(values: Values) {
  const shape = useCommandShape('announcement test');
  const test = useCommand();
  if (!shape) return null;
  const params = Object.fromEntries(shape.Form.Fields.map(({ Name }) => [Name, values[Name]]));
  return (
    <>
      <Button isWorking={test.isPending} onClick={() => test.mutate({ command: shape.Command, params })}>
        {shape.Form.Title}
      </Button>
      <div role="status">{test.data?.Done && <Said result={test.data.Done} />}</div>
      <Refused error={test.error} />
    </>
  );
}
