import { useNavigate } from 'react-router';
import { logOut } from '#auth/web/log-out.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';
import { useSite } from '#platform/web/site.ts';
import { chooseTheme } from '#platform/web/theme.ts';
import { useOpenDialog } from '#platform/web/ui/use-dialog-address.ts';
import type { Command } from './commands.ts';

/** Returns a function that runs a command. */
export function useRunCommand(): (command: Command) => void {
  const navigate = useNavigate();
  const openDialog = useOpenDialog();
  const { choose } = useLanguage();
  const { brokerSite } = useSite();
  return ({ deed }) => {
    if ('to' in deed) void navigate(deed.to);
    else if ('dialog' in deed) openDialog(deed.dialog);
    else if ('theme' in deed) chooseTheme(deed.theme);
    else if ('language' in deed) choose(deed.language);
    else if (deed.leave === 'session') logOut();
    else window.location.assign(brokerSite);
  };
}
