import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#platform/endpoint.ts';
import { AccountName } from '#platform/web/ui/account-name.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PasswordField } from '#platform/web/ui/password-field.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { showToast } from '#platform/web/ui/toasts.ts';
import type { Attempt } from '#platform/web/use-attempt.ts';
import { makePasskey, showPasskey } from '#secondfactor/web/show-passkey.ts';
import * as contract from '#staff/own-keys-contract.ts';
import { callStaff } from '../queries.ts';
import { AppCode } from '../sign-in/app-code.tsx';
import { useSignInAttempt } from '../use-sign-in-attempt.ts';

/** What is to become of the member's second factors. */
export type KeyChange = { to: 'passkey' } | { to: 'app' } | { to: 'remove'; which: string; name: string };

type Keys = AnswerOf<typeof contract.listOwnKeys>;
type App = AnswerOf<typeof contract.beginOwnApp>;

interface ChangeKeyDialogProps {
  change: KeyChange;
  keys: Keys;
  onClose: () => void;
  onDone: () => void;
}

/** Password and factor first, then the change. */
export function ChangeKeyDialog({ change, keys, onClose, onDone }: ChangeKeyDialogProps) {
  const t = useTranslations('consoleLater.keys');
  const [ticket, setTicket] = useState('');
  const [app, setApp] = useState<App | null>(null);
  const title =
    change.to === 'remove' ? t('removeThis', { name: change.name }) : t(change.to === 'app' ? 'addApp' : 'addPasskey');
  const done = () => {
    showToast('success', t('changed'));
    onDone();
  };
  const proven = async (proof: string) => {
    if (change.to === 'app') setApp(await callStaff(contract.beginOwnApp, { body: { ticket: proof } }));
    if (change.to !== 'remove') return setTicket(proof);
    await callStaff(contract.removeOwnKey, { body: { ticket: proof, which: change.which } });
    done();
  };
  return (
    <Dialog title={title} lead={ticket ? undefined : t('prove')} isOpen onClose={onClose}>
      {!ticket && <Prove keys={keys} onProven={proven} />}
      {ticket && app && <ConfirmApp ticket={ticket} app={app} onDone={done} />}
      {ticket && !app && <NamePasskey ticket={ticket} onDone={done} />}
    </Dialog>
  );
}

interface StepProps {
  attempt: Attempt;
  submit: string;
  onSubmit: () => Promise<void>;
  besides?: ReactNode;
  children: ReactNode;
}

function Step({ attempt, submit, onSubmit, besides, children }: StepProps) {
  return (
    <Form onSubmit={() => void onSubmit()}>
      <DialogBody>
        {children}
        <div role="alert">{attempt.error && <Notice tone="caution">{attempt.error}</Notice>}</div>
      </DialogBody>
      <DialogActions>
        {besides}
        <Button kind="primary" type="submit" isWorking={attempt.isWorking}>
          {submit}
        </Button>
      </DialogActions>
    </Form>
  );
}

/** Asks for the password, where there is one, and for a code or a passkey. */
function Prove({ keys, onProven }: { keys: Keys; onProven: (ticket: string) => Promise<void> }) {
  const t = useTranslations('consoleLater.keys');
  const tLogIn = useTranslations('console.logIn');
  const tSecond = useTranslations('console.secondStep');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const attempt = useSignInAttempt();
  const hasApp = keys.App !== null;
  const prove = (withPasskey: boolean) =>
    attempt.run(async () => {
      const body = keys.HasPassword ? { password } : {};
      const { Ticket, Passkey } = await callStaff(contract.beginOwnChange, { body });
      const factor = withPasskey ? { passkey: await showPasskey(Passkey ?? { challenge: '' }) } : { code };
      const proof = await callStaff(contract.proveOwnFactor, { body: { ticket: Ticket, ...factor } });
      await onProven(proof.Ticket);
    });
  return (
    <Step
      attempt={attempt}
      submit={hasApp ? t('next') : tSecond('passkey')}
      onSubmit={() => prove(!hasApp)}
      besides={
        hasApp && keys.Passkeys.length > 0 && <Button onClick={() => void prove(true)}>{tSecond('passkey')}</Button>
      }
    >
      <AccountName />
      {keys.HasPassword && (
        <PasswordField label={tLogIn('password')} name="password" value={password} onChange={setPassword} />
      )}
      {hasApp && (
        <TextField
          label={tSecond('code')}
          name="code"
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={100}
          value={code}
          onChange={setCode}
        />
      )}
    </Step>
  );
}

function ConfirmApp({ ticket, app, onDone }: { ticket: string; app: App; onDone: () => void }) {
  const t = useTranslations('consoleLater.keys');
  const tSetUp = useTranslations('console.setUp');
  const [code, setCode] = useState('');
  const attempt = useSignInAttempt();
  const confirm = () =>
    attempt.run(async () => {
      await callStaff(contract.confirmOwnApp, { body: { ticket, code } });
      onDone();
    });
  return (
    <Step attempt={attempt} submit={t('addApp')} onSubmit={confirm}>
      <p>{tSetUp('scan')}</p>
      <AppCode app={app} value={code} onChange={setCode} />
    </Step>
  );
}

function NamePasskey({ ticket, onDone }: { ticket: string; onDone: () => void }) {
  const t = useTranslations('consoleLater.keys');
  const tSetUp = useTranslations('console.setUp');
  const [name, setName] = useState('');
  const attempt = useSignInAttempt();
  const create = () =>
    attempt.run(async () => {
      const credential = await makePasskey(await callStaff(contract.beginOwnPasskey, { body: { ticket } }));
      await callStaff(contract.addOwnPasskey, { body: { ticket, name: name.trim(), credential } });
      onDone();
    });
  return (
    <Step attempt={attempt} submit={tSetUp('passkey')} onSubmit={create}>
      <TextField label={t('name')} name="name" value={name} onChange={setName} maxLength={120} />
    </Step>
  );
}
