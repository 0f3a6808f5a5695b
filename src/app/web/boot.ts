import { rememberedLanguage, showLanguage } from '#platform/web/i18n/language.ts';
import { recall } from '#platform/web/remembered.ts';
import { rememberedTheme, showTheme } from '#platform/web/theme.ts';
import { trustNothing } from '#platform/web/trust-nothing.ts';
import { shellOf } from '../shell-of.ts';
import { callEarly } from './first-page/call-early.ts';
import { chooseEarly } from './first-page/choose-early.ts';
import { holdSent } from './first-page/hold-typed.ts';
import { expectShell } from './first-page/place-shell.ts';
import { afterPaint, whenParsed } from './first-page/when-parsed.ts';
import { keepInstallPrompt } from './installable/install-prompt.ts';
import { keepFromBlank } from './installable/keep-from-blank.ts';
import { registerWorker } from './installable/register-worker.ts';
import { workerAddress } from './installable/worker-address.ts';

/**
 * Runs in the head, before anything is painted: the page is never seen in the wrong theme, language or direction. It also starts fetching
 * what this customer will need and the page itself would discover a round trip or two later: the texts and font of the language, the files
 * of the screen, and the figures.
 */
interface LaterFiles {
  /** The application's entry modules; the last one starts it. */
  entries: string[];
  /** Texts of the login alone, and of everything behind it. */
  texts: Record<'login' | 'first', Record<string, string>>;
  fonts: Record<string, string>;
  screens: Record<'login' | 'dashboard' | 'stake', string[]>;
}

/** The longest that the application waits for the total. */
const patienceMs = 500;

// Before any other script: the worker is registered once the page is loaded, possibly before the application is.
trustNothing(workerAddress);

const language = rememberedLanguage();
showTheme(rememberedTheme());
showLanguage(language);

keepFromBlank(language);

const said = document.currentScript?.dataset.files;
if (said) {
  const token = recall('token');
  const shell = shellOf(window.location.pathname, token !== null);
  // The guard's destination; the links of its frame are relative to it.
  if (window.location.pathname === '/' && token)
    window.history.replaceState(null, '', `/dashboard${window.location.search}`);
  expectShell(shell, language);
  holdSent();
  chooseEarly();
  const files: LaterFiles = JSON.parse(said);
  // Requested before the style sheet that names it is loaded, so that it is rarely swapped in later.
  fetchEarly(files.fonts[language], 'preload', 'font');
  const shown = token && shell ? callEarly(shell, token, language) : Promise.resolve();
  const fetchLater = (): void => fetchLaterFiles(files, shell === 'login');
  // The login can be read and filled in before the application is loaded, and on the dashboard the total is shown before it.
  if (shell === 'login') afterPaint(fetchLater);
  else if (shell === 'dashboard' && !areFilesHere()) void withinPatience(shown).then(() => afterPaint(fetchLater));
  else fetchLater();
  keepInstallPrompt();
  registerWorker();
}

/** The worker has cached them since the last visit, so they compete with nothing. */
function areFilesHere(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

/** A slow figure does not hold up the application. */
function withinPatience(shown: Promise<void>): Promise<void> {
  return Promise.race([shown, new Promise<void>((resolve) => setTimeout(resolve, patienceMs))]);
}

function fetchLaterFiles({ texts, screens, entries }: LaterFiles, isLogin: boolean): void {
  fetchEarly(texts[isLogin ? 'login' : 'first'][language], 'modulepreload');
  for (const file of screens[screenToCome(isLogin)]) {
    if (!file.endsWith('.css')) fetchEarly(file, 'modulepreload');
    else if (!document.querySelector(`link[href="${file}"]`)) fetchEarly(file, 'preload', 'style');
  }
  for (const file of entries) fetchEarly(file, 'modulepreload');
  // A dynamic import, unlike a module named by the page, does not wait for the page. A failed load is reported by keepFromBlank().
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
