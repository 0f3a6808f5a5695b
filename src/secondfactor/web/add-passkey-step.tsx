import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { addPasskey, type NewPasskey, type PasskeyQuestion } from '../contract.ts';
import { codesOr, type Outcome } from './change.ts';
import { makePasskey } from './show-passkey.ts';
import { useKeyAttempt } from './use-key-attempt.ts';

interface AddPasskeyStepProps {
  question: PasskeyQuestion;
  onDone: (outcome: Outcome) => void;
}

/** Asks for the passkey's name, then has the browser create it. The created passkey is kept until its name is accepted. */
export function AddPasskeyStep({ question, onDone }: AddPasskeyStepProps) {
  const t = useTranslations('secondfactor.passkey');
  const [name, setName] = useState(t('suggested'));
  const [made, setMade] = useState<NewPasskey | null>(null);
  const { error, isWorking, run } = useKeyAttempt();

  function submit() {
    void run(async () => {
      const credential = made ?? (await makePasskey(question));
      setMade(credential);
      onDone(codesOr(await callApi(addPasskey, { body: { name: name.trim() || t('suggested'), credential } })));
    });
  }
  return (
    <Form onSubmit={submit}>
      <DialogBody>
        <TextField
          label={t('name')}
          hint={t('nameHint')}
          error={error ?? undefined}
          value={name}
          onChange={setName}
          maxLength={60}
        />
      </DialogBody>
      <DialogActions>
        <Button kind="primary" type="submit" isWorking={isWorking}>
          {t('create')}
        </Button>
      </DialogActions>
    </Form>
  );
}
