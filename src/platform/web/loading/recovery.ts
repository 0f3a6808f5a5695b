import { reloadPage } from './part.ts';

/*
 * What is done about a part that did not come. It is fetched once the page stands, a file of its own that needs none but the
 * first: another might not have come either.
 */

/** Servers of two builds behind one address would send a page to and fro. */
const onceInMs = 5 * 60_000;
const mark = 'reloaded-at';

/** Of another build than the server's: the page is loaded anew by itself, once. */
export async function reloadWhenOutdated(): Promise<void> {
  if (await isOutdated()) reloadOnce();
}

function reloadOnce(): void {
  try {
    if (Date.now() - Number(window.sessionStorage.getItem(mark)) < onceInMs) return;
    window.sessionStorage.setItem(mark, String(Date.now()));
  } catch {
    // Where nothing can be remembered there would be no end to it: the customer's own press reloads.
    return;
  }
  reloadPage();
}

/** The page names its first file by a hash that changes with everything behind it: the console by loading it, the rest in its boot. */
export async function isOutdated(): Promise<boolean> {
  const tag = document.querySelector<HTMLScriptElement>('script[data-entry], script[type=module][src^="/assets/"]');
  const first = tag?.dataset.entry ?? tag?.getAttribute('src');
  if (!first) return false;
  const page = await fetchPage();
  return page !== null && !page.includes(first);
}

/** The page as the server has it now; null where it cannot be reached. */
async function fetchPage(): Promise<string | null> {
  try {
    const answer = await fetch('/', { cache: 'no-cache' });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/**
 * After another try failed: some browsers remember for as long as a page lives that a file did not come, Chromium 150 among
 * them. Without a press it is loaded anew once.
 */
export async function reloadWhereServerIs(isAskedFor: boolean): Promise<void> {
  if ((await fetchPage()) === null) return;
  if (isAskedFor) reloadPage();
  else reloadOnce();
}

/** The style sheets that did not come; the bundler takes every one that it has asked for as loaded. */
export async function mendStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
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
