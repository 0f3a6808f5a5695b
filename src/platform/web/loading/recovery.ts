import { reloadPage } from './part.ts';

/*
 * Recovery from a part that could not be fetched. Loaded once the page is shown, as a file that depends only on the entry file: any other
 * might have failed too.
 */

/** One automatic reload per span: servers of two builds behind one address would cause a loop. */
const onceInMs = 5 * 60_000;
const mark = 'reloaded-at';

/** Reloads a page of another build than the server's, automatically and once. */
export async function reloadWhenOutdated(): Promise<void> {
  if (await isOutdated()) reloadOnce();
}

function reloadOnce(): void {
  try {
    if (Date.now() - Number(window.sessionStorage.getItem(mark)) < onceInMs) return;
    window.sessionStorage.setItem(mark, String(Date.now()));
  } catch {
    // Without storage the reloads would never end: the customer can reload by hand.
    return;
  }
  reloadPage();
}

/**
 * Whether the page's entry file differs from the server's. Its hash changes with everything behind it: the console names it in its script
 * tag, other pages for their boot.
 */
export async function isOutdated(): Promise<boolean> {
  const tag = document.querySelector<HTMLScriptElement>('script[data-entry], script[type=module][src^="/assets/"]');
  const first = tag?.dataset.entry ?? tag?.getAttribute('src');
  if (!first) return false;
  const page = await fetchPage();
  return page !== null && !page.includes(first);
}

const patienceMs = 10_000;

/** The page as the server has it now; null if unreachable. */
async function fetchPage(): Promise<string | null> {
  try {
    const answer = await fetch('/', { cache: 'no-cache', signal: AbortSignal.timeout(patienceMs) });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/**
 * For a failed retry: some browsers, Chromium 150 among them, remember a failed file for the lifetime of the page. Unless the customer
 * asked, the page is reloaded only once.
 */
export async function reloadWhereServerIs(isAskedFor: boolean): Promise<void> {
  if ((await fetchPage()) === null) return;
  if (isAskedFor) reloadPage();
  else reloadOnce();
}

/** Fetches the style sheets that failed again; the bundler treats every one it has requested as loaded. */
export async function mendStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([disabled])')];
  const isThere = new Set(links.filter(hasRules).map(({ href }) => href));
  await Promise.all(links.filter(({ href }) => !isThere.has(href)).map(again));
}

function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

function again(link: HTMLLinkElement): Promise<unknown> {
  const copy = link.cloneNode() as HTMLLinkElement;
  const done = new Promise((resolve, reject) => {
    copy.addEventListener('load', resolve);
    copy.addEventListener('error', () => reject(new Error(`no style sheet ${copy.href}`)));
  });
  link.after(copy);
  return done;
}
