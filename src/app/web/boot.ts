import { rememberedLanguage, showLanguage } from '#platform/web/i18n/language.ts';
import { recall } from '#platform/web/remembered.ts';
import { rememberedTheme, showTheme } from '#platform/web/theme.ts';
import { trustNothing } from '#platform/web/trust-nothing.ts';
import { shellOf } from '../shell-of.ts';
import { callEarly } from './first-page/call-early.ts';
import { holdPaletteKey } from './first-page/hold-palette-key.ts';
import { holdPressed } from './first-page/hold-pressed.ts';
import { holdSent } from './first-page/hold-typed.ts';
import { expectShell } from './first-page/place-shell.ts';
import { afterPaint, whenParsed } from './first-page/when-parsed.ts';
import { keepInstallPrompt } from './installable/install-prompt.ts';
import { keepFromBlank } from './installable/keep-from-blank.ts';
import { registerWorker } from './installable/register-worker.ts';
import { workerAddress } from './installable/worker-address.ts';

/**
 * Runs in the head, before anything is painted: the page is never seen in the wrong theme, language or direction. It also
 * starts fetching what this customer will need, which the page itself would find out about a round trip or two later: the
 * texts and the font of the language, the files of the screen, and the figures.
 */
interface LaterFiles {
  /** What the application begins with; the last one begins it. */
  entries: string[];
  /** Of the login alone, and of everything behind it. */
  texts: Record<'login' | 'first', Record<string, string>>;
  fonts: Record<string, string>;
  screens: Record<'login' | 'dashboard' | 'stake', string[]>;
}

/** So long the application waits for the total at the most. */
const patienceMs = 500;

// Before any other script: the worker is registered once the page has come, which the application need not have by then.
trustNothing(workerAddress);

const language = rememberedLanguage();
showTheme(rememberedTheme());
showLanguage(language);

keepFromBlank(language);

const said = document.currentScript?.dataset.files;
if (said) {
  const token = recall('token');
  const shell = shellOf(window.location.pathname, token !== null);
  expectShell(shell, language);
  holdSent();
  holdPressed();
  if (shell && shell !== 'login') holdPaletteKey();
  const files: LaterFiles = JSON.parse(said);
  // Asked for before the style sheet that names it has come, so that it is seldom swapped in later.
  fetchEarly(files.fonts[language], 'preload', 'font');
  const shown = token && shell ? callEarly(shell, token, language) : Promise.resolve();
  const fetchLater = (): void => fetchLaterFiles(files, shell === 'login');
  // The login can be read and filled in before there is an application, and on the dashboard what there is in all is written before it.
  if (shell === 'login') afterPaint(fetchLater);
  else if (shell === 'dashboard' && !areFilesHere()) void withinPatience(shown).then(() => afterPaint(fetchLater));
  else fetchLater();
  keepInstallPrompt();
  registerWorker();
}

/** The worker has kept them since the last visit: they compete with nothing. */
function areFilesHere(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

/** A figure that is long in coming does not keep back the application. */
function withinPatience(shown: Promise<void>): Promise<void> {
  return Promise.race([shown, new Promise<void>((resolve) => setTimeout(resolve, patienceMs))]);
}

function fetchLaterFiles({ texts, screens, entries }: LaterFiles, isLogin: boolean): void {
  fetchEarly(texts[isLogin ? 'login' : 'first'][language], 'modulepreload');
  for (const file of screens[screenToCome(isLogin)]) {
    if (file.endsWith('.css')) fetchEarly(file, 'preload', 'style');
    else fetchEarly(file, 'modulepreload');
  }
  for (const file of entries) fetchEarly(file, 'modulepreload');
  // An import, other than a module that the page names, does not wait for the page. What does not come is told by keepFromBlank().
  whenParsed(() => void import(/* @vite-ignore */ entries.at(-1) ?? ''));
}

function screenToCome(isLogin: boolean): keyof LaterFiles['screens'] {
  if (isLogin) return 'login';
  return window.location.pathname === '/stake' ? 'stake' : 'dashboard';
}

function fetchEarly(href: string | undefined, rel: string, as?: string): void {
  if (!href) return;
  const link = document.createElement('link');
  Object.assign(link, { rel, href, crossOrigin: 'anonymous', ...(as && { as }) });
  document.head.append(link);
}
