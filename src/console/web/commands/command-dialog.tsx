import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { ApiRefusal, messageOf } from '#platform/web/api-failure.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import styles from './command-dialog.module.css';
import { type CommandAnswer, useCommand, useCommandShape } from './use-command.ts';
import { useOutcomeWords } from './use-outcome-words.ts';
import { type Asked, useRefusalWords } from './use-refusal-words.ts';

/** As a request is kept that failed. */
const failure = z.object({ code: z.string(), reason: z.optional(z.string()) });

export interface CommandDialogProps {
  /** As it is typed: `customer freeze`. */
  command: string;
  words?: readonly string[];
  options?: Readonly<Record<string, string>>;
  title: string;
  lead?: ReactNode;
  /** The main button: what it does. */
  submit: string;
  /** Money or access is lost by it. */
  isDangerous?: boolean;
  /** Nothing can be sent yet: what is asked for is not complete. */
  isIncomplete?: boolean;
  /** What will be done: facts, and fields of what is asked for. */
  children?: ReactNode;
  onClose: () => void;
  onDone?: (answer: CommandAnswer) => void;
  /** The words of how it ended, in the place of what the command said. */
  outcome?: (answer: CommandAnswer) => ReactNode;
}

/**
 * An action before it is taken: what will be done, why, where somebody else decides on it or it says so in the account, and then how it
 * ended: done, or waiting for somebody else.
 */
export function CommandDialog(props: CommandDialogProps) {
  const { command, words = [], options = {}, title, lead, onClose, onDone } = props;
  const action = useCommand();
  const shape = useCommandShape(command);
  const [reason, setReason] = useState('');
  const isReasonWanted = action.error instanceof ApiRefusal && action.error.code === 'reason_required';
  const takesReason = shape ? [...shape.Required, ...shape.Optional].includes('reason') : false;
  const mayNeedTwo = shape ? shape.People !== 'one' : false;
  const asksReason = takesReason || mayNeedTwo || isReasonWanted;
  const isNeeded = (shape?.Required.includes('reason') ?? false) || shape?.People === 'two' || isReasonWanted;

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    const said = reason.trim();
    if (action.isPending || props.isIncomplete || (isNeeded && said.length < 3)) return;
    action.mutate(
      {
        command,
        words: [...words],
        options: { ...options, ...(takesReason && said && { reason: said }) },
        ...(asksReason && said && { reason: said }),
      },
      { onSuccess: (answer) => onDone?.(answer) },
    );
  }
  return (
    <Dialog title={title} lead={lead} isOpen onClose={onClose} isBusy={action.isPending}>
      {action.data ? (
        <Ended command={command} words={words} answer={action.data} outcome={props.outcome} onClose={onClose} />
      ) : (
        <form onSubmit={submit} noValidate>
          <DialogBody>
            {props.children}
            {asksReason && (
              <ReasonField
                value={reason}
                onChange={setReason}
                isNeeded={isNeeded}
                mayNeedTwo={mayNeedTwo || isReasonWanted}
                most={takesReason ? 200 : 300}
              />
            )}
            <Refused error={action.error} asked={{ command, words }} />
          </DialogBody>
          <Ways {...props} isWorking={action.isPending} isNotYet={isNeeded && reason.trim().length < 3} />
        </form>
      )}
    </Dialog>
  );
}

interface ReasonFieldProps {
  value: string;
  onChange: (value: string) => void;
  isNeeded: boolean;
  mayNeedTwo: boolean;
  /** Letters: what a command writes down itself is shorter. */
  most?: number;
}

export function ReasonField({ value, onChange, isNeeded, mayNeedTwo, most = 300 }: ReasonFieldProps) {
  const t = useTranslations('console.command');
  return (
    <TextField
      label={isNeeded ? t('reason') : t('reasonMaybe')}
      hint={mayNeedTwo ? t('reasonForTwo', { most }) : t('reasonHint', { most })}
      name="reason"
      value={value}
      onChange={onChange}
      maxLength={most}
      autoComplete="off"
    />
  );
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

/** Why not: in the reader's language where there are words for it, and as the command itself says it, with names and figures. */
export function Refused({ error, asked }: { error: Error | null; asked?: Asked }) {
  const t = useTranslations('console');
  const why = useRefusalWords();
  if (!error) return <div role="alert" />;
  const said = messageOf(error) ?? t('attempt.failed');
  const words = error instanceof ApiRefusal ? why({ code: error.code, reason: error.details['reason'] }, asked) : null;
  return (
    <div role="alert">
      <Notice tone="caution">
        {words ?? said}
        {words !== null && <Own>{said}</Own>}
      </Notice>
    </div>
  );
}

/** What a command says, which speaks English. */
function Own({ children }: { children: string }) {
  return (
    <span lang="en" dir="ltr" className={styles.own}>
      {children}
    </span>
  );
}

interface EndedProps extends Asked {
  answer: CommandAnswer;
  outcome: CommandDialogProps['outcome'];
  onClose: () => void;
}

function Ended({ command, words, answer, outcome, onClose }: EndedProps) {
  const t = useTranslations('console.command');
  const said = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone with the form: the keyboard goes on from what came of it.
  useEffect(() => said.current?.focus(), []);
  const { Done, Request } = answer;
  return (
    <>
      <DialogBody>
        <div ref={said} tabIndex={-1} role="status" className={styles.ended}>
          {Request && <Notice>{t('waits')}</Notice>}
          {Done && (outcome?.(answer) ?? <Said command={command} words={words} result={Done} />)}
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

/** How an action ended in a sentence where there is one; otherwise what the command said, line by line, as the command line says it. */
export function Said({ command, words: typed, result }: Asked & { result: NonNullable<CommandAnswer['Done']> }) {
  const words = useOutcomeWords()(command, result.Json);
  const why = useRefusalWords()(z.safeParse(failure, result.Json).data ?? {}, { command, words: typed });
  if (words !== null) return <Notice>{words}</Notice>;
  if (why !== null) {
    return (
      <Notice tone="caution">
        {why}
        <Own>{result.Lines.join(' ')}</Own>
      </Notice>
    );
  }
  return (
    <pre lang="en" dir="ltr" className={styles.said}>
      {result.Lines.join('\n')}
    </pre>
  );
}
