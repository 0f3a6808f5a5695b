import { rememberedLanguage, showLanguage } from '#platform/web/i18n/language.ts';
import { recall } from '#platform/web/remembered.ts';
import { rememberedTheme, showTheme } from '#platform/web/theme.ts';
import { keepInstallPrompt } from './installable/install-prompt.ts';
import { keepFromBlank } from './installable/keep-from-blank.ts';
import { registerWorker } from './installable/register-worker.ts';

/**
 * Runs in the head, before anything is painted: the page is never seen in the wrong theme or the wrong direction. It also
 * starts fetching what this customer will need, which the page itself would find out about a round trip or two later: the
 * texts and the font of the language, the files of the screen.
 */
interface LaterFiles {
  texts: Record<string, string>;
  fonts: Record<string, string>;
  screens: Record<'login' | 'dashboard' | 'stake', string[]>;
}

const language = rememberedLanguage();
showTheme(rememberedTheme());
showLanguage(language);

keepFromBlank(language);

const said = document.currentScript?.dataset.files;
if (said) {
  fetchLaterFiles(JSON.parse(said));
  keepInstallPrompt();
  registerWorker();
}

function fetchLaterFiles({ texts, fonts, screens }: LaterFiles): void {
  fetchEarly(texts[language], 'modulepreload');
  fetchEarly(fonts[language], 'preload', 'font');
  for (const file of screens[screenToCome()]) {
    if (file.endsWith('.css')) fetchEarly(file, 'preload', 'style');
    else fetchEarly(file, 'modulepreload');
  }
}

function screenToCome(): keyof LaterFiles['screens'] {
  if (!recall('token')) return 'login';
  return window.location.pathname === '/stake' ? 'stake' : 'dashboard';
}

function fetchEarly(href: string | undefined, rel: string, as?: string): void {
  if (!href) return;
  const link = document.createElement('link');
  Object.assign(link, { rel, href, crossOrigin: 'anonymous', ...(as && { as }) });
  document.head.append(link);
}
