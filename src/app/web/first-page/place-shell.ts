import type { Language } from '#platform/languages.ts';
import type { Shell } from '#app/shell-of.ts';

declare global {
  interface Window {
    /** Called at the end of the page's body, once every shell is there. */
    placeShell?: () => void;
  }
}

/**
 * The server knows the browser's language, but not the one chosen in it before, nor whether there is a session: it sends the likely shell
 * and puts the others aside. A wrong one is hidden before it is painted, and replaced once the page is loaded.
 */
export function expectShell(shell: Shell | null, language: Language): void {
  const page = document.documentElement;
  // Hidden until the right shell is in place; both come in the same packet.
  page.dataset.placing = '';
  window.placeShell = () => {
    const place = document.getElementById('root') as HTMLElement;
    if (place.dataset.shell !== (shell ?? undefined) || (shell && place.lang !== language))
      replace(place, shell, language);
    for (const other of document.querySelectorAll('template[data-shell]')) other.remove();
    // From here on the page declares its language, which may change.
    place.removeAttribute('lang');
    delete page.dataset.placing;
  };
}

function replace(place: HTMLElement, shell: Shell | null, language: Language): void {
  const wanted = document.querySelector<HTMLTemplateElement>(`template[data-shell="${shell}"][lang="${language}"]`);
  place.replaceChildren(...(wanted ? [wanted.content] : []));
  if (!wanted) return void delete place.dataset.shell;
  place.dataset.shell = wanted.dataset.shell;
  place.lang = wanted.lang;
  if (wanted.title) document.title = wanted.title;
}
