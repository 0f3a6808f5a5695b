import { useSyncExternalStore } from 'react';
import { Icon } from '#platform/web/ui/icon.tsx';
import { MenuItem } from '#platform/web/ui/menu-item.tsx';
import styles from './install-offer.module.css';
import type { InstallPrompt } from './install-prompt.ts';
import { installableWords } from './words.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';

/** An unobtrusive entry of the account menu: shown only if the browser can install, or to explain how on an iPhone. */
export function InstallOffer() {
  const prompt = useSyncExternalStore(onPrompt, () => window.installPrompt);
  const words = installableWords[useLanguage().language].install;
  if (prompt) {
    return (
      <MenuItem icon={<IconInstall />} onPress={() => void askToInstall(prompt)}>
        {words.offer}
      </MenuItem>
    );
  }
  return isIosInBrowser() ? <p className={styles.how}>{words.onIos}</p> : null;
}

function IconInstall() {
  return (
    <Icon>
      <rect x="6" y="2.5" width="12" height="19" rx="2.5" />
      <path d="M12 7v7M9 11.5l3 3 3-3" />
    </Icon>
  );
}

/** The prompt can be used once; the browser offers another after it was declined. */
async function askToInstall(prompt: InstallPrompt): Promise<void> {
  discardPrompt();
  await prompt.prompt();
}

const listeners = new Set<() => void>();

function onPrompt(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('beforeinstallprompt', listener);
  window.addEventListener('appinstalled', discardPrompt);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('beforeinstallprompt', listener);
    window.removeEventListener('appinstalled', discardPrompt);
  };
}

function discardPrompt(): void {
  window.installPrompt = undefined;
  for (const listener of listeners) listener();
}

/** Safari offers no prompt; an iPad identifies itself as a Mac, but has a touch screen. */
function isIosInBrowser(): boolean {
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) || isTouchedMac();
  return isApple && !window.matchMedia('(display-mode: standalone)').matches;
}

function isTouchedMac(): boolean {
  return navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1;
}
