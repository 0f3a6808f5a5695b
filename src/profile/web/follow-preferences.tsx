import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Language } from '#platform/languages.ts';
import { callApi } from '#platform/web/api.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';
import { chooseTheme, type Theme } from '#platform/web/theme.ts';
import { useTheme } from '#platform/web/use-theme.ts';
import { writePreferences } from '../contract.ts';
import { profileQueries } from './data.ts';

export interface Preferences {
  language: Language;
  theme: Theme;
}

/**
 * Makes language and theme follow the customer: choices from another device are applied on login, and choices made here are saved for the
 * next time. Renders nothing. If saving fails, this browser still has the choice.
 *
 * @param before what the page showed at login: this is fetched later, and they may have chosen since
 */
export function FollowPreferences({ before }: { before: Preferences }) {
  const { data } = useQuery(profileQueries.preferences);
  const queries = useQueryClient();
  const { language, choose } = useLanguage();
  const keep = (chosen: Partial<Preferences>) => {
    void callApi(writePreferences, { body: chosen })
      .then((kept) => queries.setQueryData(profileQueries.preferences.queryKey, kept))
      .catch(() => undefined);
  };
  useFollowed([before.language, language], data?.Language, choose, (chosen) => keep({ language: chosen }));
  useFollowed([before.theme, useTheme()], data?.Theme, chooseTheme, (chosen) => keep({ theme: chosen }));
  return null;
}

/**
 * @param shown what this page showed at login, and what it shows now
 * @param chosen the customer's saved choice: null never chosen, undefined not loaded yet
 */
function useFollowed<Value>(
  [before, shown]: readonly [Value, Value],
  chosen: Value | null | undefined,
  show: (value: Value) => void,
  keep: (value: Value) => void,
): void {
  const agreed = useRef<{ value: Value; isShown: boolean } | null>(null);
  useEffect(() => {
    if (chosen === undefined) return;
    if (!agreed.current) {
      const isChosenHere = shown !== before;
      agreed.current = { value: isChosenHere ? before : (chosen ?? shown), isShown: isChosenHere };
      if (!isChosenHere && agreed.current.value !== shown) show(agreed.current.value);
    }
    if (agreed.current.value === shown) {
      agreed.current.isShown = true;
    } else if (agreed.current.isShown) {
      agreed.current.value = shown;
      keep(shown);
    }
  });
}
