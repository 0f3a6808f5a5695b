import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { safeParse } from 'zod/v4/core';
import { callApi } from '#platform/web/api.ts';
import { deviceHeader } from '#platform/web/device-token.ts';
import { beginSession } from '#platform/web/session.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import type { PasskeyQuestion, ShownKey } from '../contract.ts';
import { secondFactorRequest, finishLogIn } from '../use-contract.ts';
import { KeyField } from './key-field.tsx';
import { LostStep } from './lost-step.tsx';
import styles from './second-step.module.css';
import { useShownKey } from './use-shown-key.ts';

export interface SecondStepProps {
  /** The server's request, not parsed yet. */
  asked: unknown;
  onBack: () => void;
}

/** The second step of a login: after the right password, the key. */
export function SecondStep({ asked, onBack }: SecondStepProps) {
  const t = useTranslations('secondfactor.login');
  const [isLost, setIsLost] = useState(false);
  const read = safeParse(secondFactorRequest, asked);
  const { ticket, methods, passkey } = read.success ? read.data : { ticket: '', methods: [], passkey: undefined };

  const shown = useShownKey({
    ways: methods,
    askQuestion: async () => passkey as PasskeyQuestion,
    onShown: async (key: ShownKey) => {
      const session = await callApi(finishLogIn, { headers: deviceHeader(), body: { ticket, ...key } });
      beginSession(session.token);
    },
  });
  if (isLost) return <LostStep ticket={ticket} onBack={() => setIsLost(false)} />;
  return (
    <Form className={styles.step} onSubmit={shown.submit}>
      <header>
        <h1>{t('heading')}</h1>
        <p className={styles.lead}>{t('lead')}</p>
      </header>
      <KeyField shown={shown} />
      <Button kind="primary" type="submit" isWide isWorking={shown.attempt.isWorking}>
        {t('submit')}
      </Button>
      <div className={styles.besides}>
        <Button kind="quiet" onClick={onBack}>
          {t('back')}
        </Button>
        <Button kind="quiet" onClick={() => setIsLost(true)}>
          {t('lost')}
        </Button>
      </div>
    </Form>
  );
}
