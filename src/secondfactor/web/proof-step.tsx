import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { messageOf } from '#platform/web/api-failure.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { PasswordField } from '#platform/web/ui/password-field.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { askPasskey, type SecondFactorStatus, type SecondFactorWay, type ShownKey } from '../contract.ts';
import { closedHours } from '../use-contract.ts';
import { type Change, isRemoval, type Outcome, sendChange } from './change.ts';
import { KeyField } from './key-field.tsx';
import { arePasskeysHere } from './show-passkey.ts';
import { useShownKey } from './use-shown-key.ts';

interface ProofStepProps {
  change: Change;
  status: SecondFactorStatus;
  onDone: (outcome: Outcome) => void;
}

/** Asks for the password and, where there is one, the key before a change of the second factor. */
export function ProofStep({ change, status, onDone }: ProofStepProps) {
  const t = useTranslations('secondfactor');
  const { what } = change;
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [name, setName] = useState('name' in change ? change.name : '');
  // Cancelling a removal takes only the key.
  const asksPassword = what !== 'cancel_removal';
  const shown = useShownKey({
    ways: waysOf(status),
    askQuestion: () => callApi(askPasskey, { body: { purpose: what } }),
    onShown: async (key: ShownKey) =>
      onDone(await sendChange(change, { ...key, ...(asksPassword && { password }) }, name)),
    onRefusal(refusal) {
      if (refusal.code !== 'wrong_password') return false;
      setWrong(messageOf(refusal));
      return true;
    },
  });
  return (
    <Form
      onSubmit={() => {
        if (asksPassword && password === '') return setWrong(t('show.empty'));
        shown.submit();
      }}
    >
      <DialogBody>
        <p>{leadOf(what)}</p>
        {what === 'rename_passkey' && (
          <TextField label={t('passkey.name')} value={name} onChange={setName} maxLength={60} />
        )}
        {asksPassword && <PasswordField label={t('show.password')} value={password} error={wrong} onChange={type} />}
        <KeyField shown={shown} isFirst={!asksPassword} />
        {asksPassword && shown.way === 'recovery' && <p>{t('show.recoveryCloses', { hours: closedHours })}</p>}
      </DialogBody>
      <DialogActions>
        <Button kind={isRemoval(what) ? 'danger' : 'primary'} type="submit" isWorking={shown.attempt.isWorking}>
          {labelOf(what)}
        </Button>
      </DialogActions>
    </Form>
  );

  function type(typed: string) {
    setPassword(typed);
    setWrong(null);
  }
  function leadOf(what: Change['what']): string {
    if (what === 'remove') return t('change.removeLead');
    if (what === 'recovery_codes') return t('change.codesLead');
    return what === 'cancel_removal' ? t('change.cancelLead') : t('change.lead');
  }
  function labelOf(what: Change['what']): string {
    if (isRemoval(what)) return t('change.remove');
    if (what === 'rename_passkey') return t('change.save');
    if (what === 'recovery_codes') return t('change.generate');
    return what === 'cancel_removal' ? t('change.keep') : t('change.continue');
  }
}

function waysOf({ App, Passkeys, RecoveryCodesLeft, PasskeySite }: SecondFactorStatus): SecondFactorWay[] {
  const ways: SecondFactorWay[] = [];
  if (App) ways.push('app');
  if (Passkeys.length > 0 && PasskeySite && arePasskeysHere(PasskeySite.Name)) ways.push('passkey');
  if (RecoveryCodesLeft > 0) ways.push('recovery');
  return ways;
}
