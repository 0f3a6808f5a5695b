import { useState } from 'react';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';
import { Queries } from '#platform/web/queries.tsx';
import { createQueryClient } from '#platform/web/query-client.ts';
import { Frame } from './frame.tsx';
import { AfterFirstScreen, loadAfterFirstScreen } from '#platform/web/loading/after-first-screen.tsx';
import { later, Nothing } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';
import { shownTheme } from '#platform/web/theme.ts';

/** Not needed for the first paint: until it is loaded, or if it cannot be fetched, the preferences remembered by this browser apply. */
const FollowPreferences = later(
  loadAfterFirstScreen(part(() => import('#profile/web/follow-preferences.tsx'))),
  'FollowPreferences',
  Nothing,
);

/**
 * Everything behind the login. A customer's fetched data lives here and is discarded with it: the next to log in on this page starts with
 * nothing.
 */
export function Shell() {
  const [queries] = useState(createQueryClient);
  const { language } = useLanguage();
  const [before] = useState(() => ({ language, theme: shownTheme() }));
  return (
    <Queries client={queries}>
      <AfterFirstScreen>
        <FollowPreferences before={before} />
      </AfterFirstScreen>
      <Frame />
    </Queries>
  );
}
