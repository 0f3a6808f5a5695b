import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTheme } from '#platform/web/use-theme.ts';
import { profileQueries } from '#profile/web/data.ts';
import { type Command, offeredTo, type OwnCommandId } from './commands.ts';
import type { Searched } from './match-commands.ts';

export type NamedCommand = Command & Searched;

/** The commands offered to the current customer, in their language. */
export function useCommands(): NamedCommand[] {
  const t = useTranslations('palette.commands');
  const help = useTranslations('help.topics');
  const user = useQuery(profileQueries.user);
  const theme = useTheme();
  return offeredTo(user.data?.Hasbot === true)
    .filter(({ deed }) => !('theme' in deed) || deed.theme !== theme)
    .map((command) => ({ ...command, ...wordsOf(command) }));

  function wordsOf({ id, topic }: Command): { label: string; words: string } {
    if (topic) return { label: help(`${topic}.title`), words: help(`${topic}.words`) };
    const own = id as OwnCommandId;
    return { label: t(`${own}.label`), words: t(`${own}.words`) };
  }
}
