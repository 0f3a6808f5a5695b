import { showLanguage } from '#platform/web/i18n/language.ts';
import { rememberedTheme, showTheme } from '#platform/web/theme.ts';
import { consoleLanguage } from './languages.ts';

/** Runs in the head, before anything is painted: the page is never seen in the wrong theme. */
showTheme(rememberedTheme());
showLanguage(consoleLanguage());
