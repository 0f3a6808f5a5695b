import type { Language } from '#platform/languages.ts';

const words: Record<Language, string> = {
  'pt-BR': 'Tentar de novo',
  en: 'Try again',
  es: 'Intentar de nuevo',
  'zh-CN': '重试',
  fa: 'تلاش دوباره',
};

/**
 * Before there is an application there is nobody to say that its first files did not come: then the page offers to be asked
 * for again, and asks by itself once the network is back.
 */
export function keepFromBlank(language: Language): void {
  const offer = (): void => {
    const root = document.getElementById('root');
    // What was drawn ahead and is not taken over answers nothing: it goes, with what was typed where that was the login.
    if (!root || (root.hasChildNodes() && (!root.dataset.shell || 'taken' in root.dataset))) return;
    delete root.dataset.shell;
    const again = (): void => window.location.reload();
    const retry = document.createElement('button');
    retry.textContent = words[language];
    retry.addEventListener('click', again);
    window.addEventListener('online', again);
    root.replaceChildren(retry);
  };
  // The first module is imported, and awaits the texts itself.
  window.addEventListener('unhandledrejection', offer);
}
