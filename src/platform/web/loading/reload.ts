/*
 * A page of which a part could not be fetched: it is loaded anew, since a browser (Chromium 150) remembers a failed file for the lifetime of
 * the page, and the bundler takes a failed style sheet for loaded. The open dialog and what was typed survive it.
 */

/** One automatic reload per span: servers of two builds behind one address would cause a loop. */
const onceInMs = 5 * 60_000;
const mark = 'reloaded-at';
const patienceMs = 10_000;

let isIncomplete = false;

// The bundler's event for a file of a dynamic import that could not be fetched.
window.addEventListener('vite:preloadError', () => {
  isIncomplete = true;
  void isOutdated().then((is) => is && reloadOnce());
});
window.addEventListener('online', () => {
  if (isIncomplete) void fetchPage().then((there) => there !== null && reloadOnce());
});

/** A retry that somebody asked for: it reloads an incomplete page once the server can be reached, and otherwise shows the part again. */
export async function retry(showAgain: () => void): Promise<void> {
  if (!isIncomplete) showAgain();
  else if ((await fetchPage()) !== null) reloadPage();
}

export function reloadPage(): void {
  window.location.reload();
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

/** The page as the server has it now; null if unreachable. */
async function fetchPage(): Promise<string | null> {
  try {
    const answer = await fetch('/', { cache: 'no-cache', signal: AbortSignal.timeout(patienceMs) });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
