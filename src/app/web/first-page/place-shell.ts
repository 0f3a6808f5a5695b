import type { Language } from '#platform/languages.ts';
import type { Shell } from '#app/shell-of.ts';

declare global {
  interface Window {
    /** Called from the end of the page's body, once everything that could be shown is there. */
    placeShell?: () => void;
  }
}

/**
 * The server knows what the browser speaks, not what was chosen in it before, nor whether anybody is in: it sends what is likely and
 * puts the rest aside. What is not to be seen is hidden before it is painted, and its place taken as soon as the page has come.
 */
export function expectShell(shell: Shell | null, language: Language): void {
  const page = document.documentElement;
  // Until it is known what stands there, nothing of it is seen; that is a matter of the same packet.
  page.dataset.placing = '';
  window.placeShell = () => {
    const place = document.getElementById('root') as HTMLElement;
    if (place.dataset.shell !== (shell ?? undefined) || (shell && place.lang !== language))
      replace(place, shell, language);
    for (const other of document.querySelectorAll('template[data-shell]')) other.remove();
    // From here on the page says its language, which may be changed.
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
