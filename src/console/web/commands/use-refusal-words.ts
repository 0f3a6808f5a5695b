import { useTranslations } from 'use-intl';
import type words from '#console/messages/pt-BR.json';
import { settingOf, useSettingName } from '../offers/use-setting-name.ts';

type Reason = keyof (typeof words)['refusedBecause'];

/** An action as it was requested. */
export interface Asked {
  command: string;
  words: readonly string[];
}

/**
 * Why a command refuses, in the reader's language, with settings by their names; null where only the command's own message is available.
 */
export function useRefusalWords(): (refusal: { code?: unknown; reason?: unknown }, asked?: Asked) => string | null {
  const t = useTranslations('console.refusedBecause');
  const { knownNameOf } = useSettingName();
  return ({ code, reason }, asked) => {
    const name = code === 'mistyped' ? code : code === 'refused' ? reason : null;
    if (typeof name !== 'string' || !t.has(name as Reason)) return null;
    const setting = asked ? knownNameOf(settingOf(asked)) : null;
    return t(name as Reason, { named: String(setting !== null), setting: setting ?? '' });
  };
}
