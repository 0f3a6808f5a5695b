import { useTranslations } from 'use-intl';
import type words from '#console/messages/pt-BR.json';

type Reason = keyof (typeof words)['refusedBecause'];

/** Why a command refuses, in the reader's language; null where only the command's own message is available. */
export function useRefusalWords(): (refusal: { code?: unknown; reason?: unknown }) => string | null {
  const t = useTranslations('console.refusedBecause');
  return ({ code, reason }) => {
    const name = code === 'mistyped' ? code : code === 'refused' ? reason : null;
    return typeof name === 'string' && t.has(name as Reason) ? t(name as Reason) : null;
  };
}
