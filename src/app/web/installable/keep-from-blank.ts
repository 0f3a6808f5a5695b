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
    if (!root || root.hasChildNodes()) return;
    const again = (): void => window.location.reload();
    const retry = document.createElement('button');
    retry.textContent = words[language];
    retry.addEventListener('click', again);
    window.addEventListener('online', again);
    root.append(retry);
  };
  // A script that does not come tells only itself; its error is heard on the way down.
  window.addEventListener(
    'error',
    ({ target }) => target instanceof HTMLScriptElement && target.type === 'module' && offer(),
    true,
  );
  // The texts are awaited by the first module itself.
  window.addEventListener('unhandledrejection', offer);
}
