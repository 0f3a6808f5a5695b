import { isLanguage } from '#platform/languages.ts';
import { rememberLanguage } from '#platform/web/i18n/language.ts';

/** A language chosen before the application is there loads the page in it. */
export function chooseEarly(): void {
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !target.closest('#root[data-shell]') || !isLanguage(target.value))
      return;
    rememberLanguage(target.value);
    window.location.reload();
  });
}
