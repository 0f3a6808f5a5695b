import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { ApiRefusal, messageOf } from '#platform/web/api-failure.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import styles from './command-dialog.module.css';
import { Findings } from './findings.tsx';
import { Sentence } from './sentence.tsx';
import { type CommandAnswer, type CommandShape, useCommand } from './use-command.ts';

/** The stored result of a failed request. */
const failure = z.object({ code: z.string() });

export interface CommandDialogProps {
  shape: CommandShape;
  params: Readonly<Record<string, unknown>>;
  /** The input is incomplete, so nothing can be sent yet. */
  isIncomplete: boolean;
  /** Facts about the action, and its input fields; told what is wrong with a parameter, to say it there. */
  children: (wrong: (name: string) => string | undefined) => ReactNode;
  onClose: () => void;
  onDone?: (answer: CommandAnswer) => void;
  /** What can be done next, once it is done. */
  after?: ReactNode;
}

/**
 * Dialog for taking an action. Shows what will be done, asks for the reason where somebody else decides or the action records one, and then
 * shows the result: done, or waiting for somebody else.
 */
export function CommandDialog(props: CommandDialogProps) {
  const { shape, params, onClose, onDone } = props;
  const { Command: command, Summary, People, Form: form } = shape;
  const action = useCommand();
  const [reason, setReason] = useState('');
  const isReasonWanted = action.error instanceof ApiRefusal && action.error.code === 'reason_required';
  const reasonField = form.Fields.find(({ Name }) => Name === 'reason');
  const takesReason = reasonField !== undefined;
  const wrong = wrongIn(action.error);
  const mayNeedTwo = People !== 'one';
  const asksReason = takesReason || mayNeedTwo || isReasonWanted;
  const isNeeded = (reasonField?.IsRequired ?? false) || People === 'two' || isReasonWanted;

  function submit(): void {
    const said = reason.trim();
    if (action.isPending || props.isIncomplete || (isNeeded && said.length < 3)) return;
    action.mutate(
      {
        command,
        params: { ...params, ...(takesReason && said && { reason: said }) },
        ...(asksReason && said && { reason: said }),
      },
      { onSuccess: (answer) => onDone?.(answer) },
    );
  }
  return (
    <Dialog title={form.Title} lead={Summary} isOpen onClose={onClose} isBusy={action.isPending}>
      {action.data ? (
        <Ended answer={action.data} after={props.after} onClose={onClose} />
      ) : (
        <Form onSubmit={submit}>
          <DialogBody>
            {props.children(wrong)}
            {asksReason && (
              <ReasonField
                value={reason}
                onChange={setReason}
                isNeeded={isNeeded}
                mayNeedTwo={mayNeedTwo || isReasonWanted}
                most={reasonField?.Most ?? 300}
                hint={mayNeedTwo ? null : reasonField?.Hint}
                error={wrong('reason')}
              />
            )}
            <Refused error={isSaidAtField(action.error, shape) ? null : action.error} />
          </DialogBody>
          <Ways {...props} isWorking={action.isPending} isNotYet={isNeeded && reason.trim().length < 3} />
        </Form>
      )}
    </Dialog>
  );
}

interface ReasonFieldProps {
  value: string;
  onChange: (value: string) => void;
  isNeeded: boolean;
  mayNeedTwo: boolean;
  hint?: string | null | undefined;
  error?: string | undefined;
  /** Maximum characters; reasons that a command records itself are shorter. */
  most?: number;
}

export function ReasonField({ value, onChange, isNeeded, mayNeedTwo, most = 300, hint, error }: ReasonFieldProps) {
  const t = useTranslations('console.command');
  return (
    <TextField
      label={isNeeded ? t('reason') : t('reasonMaybe')}
      hint={hint ?? (mayNeedTwo ? t('reasonForTwo', { most }) : t('reasonHint', { most }))}
      error={error}
      name="reason"
      value={value}
      onChange={onChange}
      maxLength={most}
      autoComplete="off"
    />
  );
}

/** What the server says is wrong with a parameter. */
function wrongIn(error: Error | null): (name: string) => string | undefined {
  return (name) => (error instanceof ApiRefusal && error.details['field'] === name ? error.message : undefined);
}

/** Whether the form has a field for what is wrong. */
function isSaidAtField(error: Error | null, { Form: { Fields } }: CommandShape): boolean {
  const wrong = wrongIn(error);
  return Fields.some(({ Name }) => wrong(Name) !== undefined);
}

function Ways(props: CommandDialogProps & { isWorking: boolean; isNotYet: boolean }) {
  const t = useTranslations('console.command');
  const { shape, isWorking, isNotYet, isIncomplete, onClose } = props;
  return (
    <DialogActions>
      <Button onClick={onClose} disabled={isWorking}>
        {t('back')}
      </Button>
      <Button
        kind={shape.IsDestructive ? 'danger' : 'primary'}
        type="submit"
        isWorking={isWorking}
        disabled={isNotYet || isIncomplete}
      >
        {shape.Form.Title}
      </Button>
    </DialogActions>
  );
}

/** Why it was refused, in the reader's language. */
export function Refused({ error }: { error: Error | null }) {
  const t = useTranslations('console');
  return <div role="alert">{error && <Notice tone="caution">{messageOf(error) ?? t('attempt.failed')}</Notice>}</div>;
}

interface EndedProps {
  answer: CommandAnswer;
  after: ReactNode;
  onClose: () => void;
}

function Ended({ answer, after, onClose }: EndedProps) {
  const t = useTranslations('console.command');
  const said = useRef<HTMLDivElement>(null);
  // The pressed button is gone with the form, so keyboard focus moves to the result.
  useEffect(() => said.current?.focus(), []);
  const { Done, Request } = answer;
  return (
    <>
      <DialogBody>
        <div ref={said} tabIndex={-1} role="status" className={styles.ended}>
          {Request && <Notice>{t('waits')}</Notice>}
          {Done && <Said result={Done} />}
          {Done && after}
        </div>
      </DialogBody>
      <DialogActions>
        {Request && (
          <Link to={`/approvals/${Request.Id}`} className={buttonClass()} onClick={onClose}>
            {t('seeRequest')}
          </Link>
        )}
        <Button kind="primary" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </>
  );
}

/** The result of an action as a sentence where there is one, and what an audit found; otherwise its output, line by line, as on the command line. */
export function Said({ result }: { result: NonNullable<CommandAnswer['Done']> }) {
  const { Said: said, Json, Lines, Findings: found } = result;
  if (said === null) return <Listed lines={Lines} />;
  const isFailure = failure.safeParse(Json).success;
  return (
    <>
      <Notice {...((isFailure || found) && { tone: 'caution' })}>
        <Sentence parts={said} isPlain />
      </Notice>
      {found && <Findings found={found} />}
    </>
  );
}

function Listed({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <pre lang="en" dir="ltr" className={styles.said}>
      {lines.join('\n')}
    </pre>
  );
}
