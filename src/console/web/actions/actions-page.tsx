import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { FormDialog } from '../commands/form-dialog.tsx';
import { type CommandShape, useCommands } from '../commands/use-command.ts';
import { column } from '../columns.tsx';

/** The screens on which what a command shows is read, by the command's first word. */
const screensOfLooks: Readonly<Record<string, string>> = {
  customer: '/customers',
  withdrawals: '/transfers',
  treasury: '/treasury',
  taxes: '/treasury',
  books: '/treasury',
  rates: '/rates',
  settings: '/offers',
  promocode: '/promocodes',
  operations: '/operations',
  reports: '/reports',
  privacy: '/privacy',
  staff: '/staff',
  actions: '/account',
};

/** What only shows something is read on its screen, in the reader's language. */
function See({ shape: { Command, Form } }: { shape: CommandShape }) {
  const t = useTranslations('console.actions');
  const path = screensOfLooks[Command.split(' ')[0] ?? ''] ?? '/today';
  return (
    <Link to={path} className={buttonClass('secondary', 'small')} aria-label={t('takeThis', { command: Form.Title })}>
      {t('take')}
    </Link>
  );
}

/** Every action included in the member's role, each with a form generated from its parameters. */
export function ActionsPage() {
  const t = useTranslations('console.actions');
  const [chosen, setChosen] = useState<CommandShape | null>(null);
  const commands = useCommands();
  const columns: Column<CommandShape>[] = [
    column(t('command'), ({ Form }) => Form.Title, 'title'),
    column(t('summary'), ({ Summary }) => Summary, 'under'),
    column(t('people'), ({ People }) => t(`peoples.${People}`)),
    column(
      t('take'),
      (shape) =>
        shape.IsLook ? (
          <See shape={shape} />
        ) : (
          <Button
            size="small"
            aria-label={t('takeThis', { command: shape.Form.Title })}
            onClick={() => setChosen(shape)}
          >
            {t('take')}
          </Button>
        ),
      'action',
    ),
  ];
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <QueryView query={commands} waiting={<SkeletonRows />}>
        {(shapes) => <Table caption={t('title')} columns={columns} rows={shapes} rowKey={({ Command }) => Command} />}
      </QueryView>
      {chosen && <FormDialog command={chosen.Command} onClose={() => setChosen(null)} />}
    </>
  );
}
