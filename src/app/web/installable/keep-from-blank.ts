import type { Language } from '#platform/languages.ts';

const words: Record<Language, string> = {
  'pt-BR': 'Tentar de novo',
  en: 'Try again',
  es: 'Intentar de nuevo',
  'zh-CN': '重试',
  fa: 'تلاش دوباره',
};

/**
 * Until the application is loaded, nothing can report that its first files failed to load: then the page offers to reload, and reloads
 * automatically once the network is back.
 */
export function keepFromBlank(language: Language): void {
  const offer = (): void => {
    const root = document.getElementById('root');
    // Prerendered content that was not taken over is not interactive: it is removed, along with anything typed into a login.
    if (!root || (root.hasChildNodes() && !root.dataset.shell)) return;
    delete root.dataset.shell;
    const again = (): void => window.location.reload();
    const retry = document.createElement('button');
    retry.textContent = words[language];
    retry.addEventListener('click', again);
    window.addEventListener('online', again);
    root.replaceChildren(retry);
  };
  // Covers the texts too: the first module is imported dynamically, and awaits them.
  window.addEventListener('unhandledrejection', offer);
}
