import { useTranslations } from 'use-intl';
import type words from '#console/messages/pt-BR.json';

type Reason = keyof (typeof words)['refusedBecause'];

/** Why a command says no, in the reader's language; null where only the command itself says it. */
export function useRefusalWords(): (refusal: { code?: unknown; reason?: unknown }) => string | null {
  const t = useTranslations('console.refusedBecause');
  return ({ code, reason }) => {
    const name = code === 'mistyped' ? code : code === 'refused' ? reason : null;
    if (typeof name !== 'string') return null;
    return t.has(name as Reason) ? t(name as Reason) : null;
  };
}
