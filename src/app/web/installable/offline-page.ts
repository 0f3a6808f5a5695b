import './offline-page.css';
import { rememberedLanguage } from '#platform/web/i18n/language.ts';
import { installableWords } from './words.ts';

/** The page shown instead of every screen while offline. It holds no figure, polls for the server, and then opens the requested address. */
const askAgainMs = 5_000;
const page = document.querySelector('main') as HTMLElement;
const retry = document.querySelector('button') as HTMLButtonElement;
const state = document.querySelector('[role=status]') as HTMLElement;
const words = installableWords[rememberedLanguage()].offline;

document.title = words.title;
(document.querySelector('h1') as HTMLElement).textContent = words.title;
for (const [at, text] of [words.lead, words.calm].entries()) page.querySelectorAll('p')[at]?.append(text);
retry.textContent = words.retry;
state.textContent = words.waiting;
page.hidden = false;

retry.addEventListener('click', () => void tryByHand());
window.addEventListener('online', () => void comeBack());
document.addEventListener('visibilitychange', () => void comeBack());
setInterval(() => void comeBack(), askAgainMs);

async function tryByHand(): Promise<void> {
  if (retry.ariaDisabled === 'true') return;
  retry.ariaDisabled = 'true';
  retry.textContent = words.trying;
  if (await comeBack()) return;
  retry.ariaDisabled = 'false';
  retry.textContent = words.retry;
  state.textContent = words.still;
}

/** The address is still the requested one, so reloading is enough. */
async function comeBack(): Promise<boolean> {
  if (document.hidden || !(await isServerThere())) return false;
  if (location.pathname === '/offline.html') location.replace('/');
  else location.reload();
  return true;
}

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(askAgainMs) })).ok;
  } catch {
    return false;
  }
}
