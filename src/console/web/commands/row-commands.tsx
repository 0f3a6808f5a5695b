import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { column } from '../columns.tsx';
import { FormDialog, type Typed } from './form-dialog.tsx';
import styles from './row-commands.module.css';
import { useTitled } from './use-command.ts';

/** What may be done with a row. */
export interface RowCommand {
  command: string;
  given: Readonly<Record<string, unknown>>;
  /** What stands in its fields at first. */
  start?: Typed;
  /** On its button, instead of the command's own name. */
  label?: string;
  /** The button's name for screen readers: with what it is done. */
  name?: string;
  isOff?: boolean;
  /** What the form shows above its fields. */
  about?: ReactNode;
}

interface RowCommands<Row> {
  /** None if the member may do nothing of it. */
  columns: Column<Row>[];
  /** Stands outside the list, as doing it may remove its row. */
  form: ReactNode;
}

/** A column of buttons for what the member may do with a row, and the form that one of them opened. */
export function useRowCommands<Row>(
  commands: readonly string[],
  of: (row: Row) => readonly RowCommand[],
): RowCommands<Row> {
  const t = useTranslations('console.list');
  const ours = useTitled(...commands);
  const [opened, setOpened] = useState<RowCommand | null>(null);
  const buttons = (row: Row) => (
    <span className={styles.ways}>
      {of(row).map((way) => {
        const titled = ours.find(({ command }) => command === way.command);
        return (
          titled && (
            <Button
              key={way.command}
              size="small"
              kind={titled.kind}
              aria-label={way.name}
              disabled={way.isOff}
              onClick={() => setOpened(way)}
            >
              {way.label ?? titled.title}
            </Button>
          )
        );
      })}
    </span>
  );
  return {
    columns: ours.length > 0 ? [column(t('ways'), buttons, 'action')] : [],
    form: opened && (
      <FormDialog
        command={opened.command}
        given={opened.given}
        {...(opened.start && { start: opened.start })}
        onClose={() => setOpened(null)}
      >
        {opened.about}
      </FormDialog>
    ),
  };
}
