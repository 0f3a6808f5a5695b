import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ApiRefusal } from '#platform/web/api-failure.ts';
import { readDigits } from '#platform/typed/read-code.ts';
import type { PasskeyQuestion, SecondFactorWay, ShownKey } from '../contract.ts';
import { showPasskey } from './show-passkey.ts';
import type { Attempt } from '#platform/web/use-attempt.ts';
import { useKeyAttempt } from './use-key-attempt.ts';

interface Showing {
  ways: readonly SecondFactorWay[];
  /** Requests the challenge that the passkey has to sign. */
  askQuestion: () => Promise<PasskeyQuestion>;
  onShown: (shown: ShownKey) => Promise<void>;
  /** Returns true when it says the refusal elsewhere. */
  onRefusal?: (refusal: ApiRefusal) => boolean;
}

export interface ShownKeyState {
  ways: readonly SecondFactorWay[];
  /** Null when there is nothing to show. */
  way: SecondFactorWay | null;
  choose: (way: SecondFactorWay) => void;
  typed: string;
  type: (typed: string) => void;
  attempt: Attempt;
  submit: () => void;
}

/** State of showing the key: the chosen way, the typed text, and the submission. */
export function useShownKey({ ways, askQuestion, onShown, onRefusal }: Showing): ShownKeyState {
  const t = useTranslations('secondfactor.show');
  const [chosen, setChosen] = useState<SecondFactorWay | null>(null);
  const [typed, setTyped] = useState('');
  const attempt = useKeyAttempt();
  const way = chosen ?? ways[0] ?? null;

  function submit() {
    if (way !== null && way !== 'passkey' && typed.trim() === '') return attempt.say(t('empty'));
    void attempt.run(async () => {
      await onShown(await shownBy());
      setTyped('');
    }, onRefusal);
  }
  async function shownBy(): Promise<ShownKey> {
    if (way === 'passkey') return { passkey: await showPasskey(await askQuestion()) };
    if (way === 'recovery') return { recovery: typed };
    return way === 'app' ? { code: readDigits(typed) } : {};
  }
  const choose = (next: SecondFactorWay) => {
    setChosen(next);
    setTyped('');
    attempt.say(null);
  };
  const type = (next: string) => {
    setTyped(next);
    attempt.say(null);
  };
  return { ways, way, choose, typed, type, attempt, submit };
}
