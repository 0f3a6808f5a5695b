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
import { type CommandAnswer, type CommandShape, useCommand, useCommandShape } from './use-command.ts';

/** The stored result of a failed request. */
const failure = z.object({ code: z.string() });

export interface CommandDialogProps {
  /** As typed on the command line: `customer freeze`. */
  command: string;
  params: Readonly<Record<string, unknown>>;
  title: string;
  lead?: ReactNode;
  /** Label of the main button: the action it takes. */
  submit: string;
  /** The action costs money or access. */
  isDangerous?: boolean;
  /** The input is incomplete, so nothing can be sent yet. */
  isIncomplete?: boolean;
  /** Facts about the action, and its input fields; told what is wrong with a parameter, to say it there. */
  children?: ReactNode | ((wrong: (name: string) => string | undefined) => ReactNode);
  onClose: () => void;
  onDone?: (answer: CommandAnswer) => void;
  /** Shown as the result instead of the command's own output. */
  outcome?: (answer: CommandAnswer) => ReactNode;
  /** What can be done next, once it is done. */
  after?: ReactNode;
}

/**
 * Dialog for taking an action. Shows what will be done, asks for the reason where somebody else decides or the action records one, and then
 * shows the result: done, or waiting for somebody else.
 */
export function CommandDialog(props: CommandDialogProps) {
  const { command, params, title, lead, onClose, onDone } = props;
  const action = useCommand();
  const shape = useCommandShape(command);
  const [reason, setReason] = useState('');
  const isReasonWanted = action.error instanceof ApiRefusal && action.error.code === 'reason_required';
  const reasonField = shape?.Form.Fields.find(({ Name }) => Name === 'reason');
  const takesReason = reasonField !== undefined;
  const wrong = wrongIn(action.error);
  const mayNeedTwo = shape ? shape.People !== 'one' : false;
  const asksReason = takesReason || mayNeedTwo || isReasonWanted;
  const isNeeded = (reasonField?.IsRequired ?? false) || shape?.People === 'two' || isReasonWanted;

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
    <Dialog title={title} lead={lead} isOpen onClose={onClose} isBusy={action.isPending}>
      {action.data ? (
        <Ended answer={action.data} outcome={props.outcome} after={props.after} onClose={onClose} />
      ) : (
        <Form onSubmit={submit}>
          <DialogBody>
            {typeof props.children === 'function' ? props.children(wrong) : props.children}
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
function isSaidAtField(error: Error | null, shape: CommandShape | null | undefined): boolean {
  const wrong = wrongIn(error);
  return shape?.Form.Fields.some(({ Name }) => wrong(Name) !== undefined) ?? false;
}

function Ways(props: CommandDialogProps & { isWorking: boolean; isNotYet: boolean }) {
  const t = useTranslations('console.command');
  const { isWorking, isNotYet, isDangerous, isIncomplete, submit, onClose } = props;
  return (
    <DialogActions>
      <Button onClick={onClose} disabled={isWorking}>
        {t('back')}
      </Button>
      <Button
        kind={isDangerous ? 'danger' : 'primary'}
        type="submit"
        isWorking={isWorking}
        disabled={isNotYet || isIncomplete}
      >
        {submit}
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
  outcome: CommandDialogProps['outcome'];
  after: ReactNode;
  onClose: () => void;
}

function Ended({ answer, outcome, after, onClose }: EndedProps) {
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
          {Done && (outcome?.(answer) ?? <Said result={Done} />)}
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
      <Notice {...(isFailure && { tone: 'caution' })}>
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
