import { chooseLanguage, directionOf, type Language } from '#platform/languages.ts';
import type { Http } from '#http/server/http.ts';
import en from '#app/messages/installable/en.json';
import es from '#app/messages/installable/es.json';
import fa from '#app/messages/installable/fa.json';
import portuguese from '#app/messages/installable/pt-BR.json';
import chinese from '#app/messages/installable/zh-CN.json';
import { translate } from './translate.ts';

/** Background of the dark theme, which is seen before anything else. */
const ground = '#0a0e13';

const descriptions: Record<Language, string> = {
  'pt-BR': portuguese.app.description,
  en: en.app.description,
  es: es.app.description,
  'zh-CN': chinese.app.description,
  fa: fa.app.description,
};

/** The web app manifest, for adding the product to a phone's home screen under the installation's name and in its language. */
export function serveManifest({ app, config }: Pick<Http, 'app' | 'config'>): void {
  app.get('/manifest.webmanifest', { schema: { hide: true }, config: { bucket: 'page' } }, (request, reply) => {
    const language = chooseLanguage(request.headers['accept-language']);
    return reply
      .type('application/manifest+json; charset=utf-8')
      .headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Language' })
      .send(JSON.stringify(describeApp(config.brandName, language)));
  });
}

/** https://www.w3.org/TR/appmanifest/ */
function describeApp(brand: string, language: Language): object {
  return {
    id: '/',
    name: brand,
    short_name: brand,
    description: descriptions[language],
    lang: language,
    dir: directionOf(language),
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    theme_color: ground,
    background_color: ground,
    categories: ['finance'],
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('icon-maskable-192', 192, 'maskable'),
      icon('icon-maskable-512', 512, 'maskable'),
    ],
    shortcuts: [
      shortcut(language, 'newStake', 'new-stake', '/stake?dialog=new-stake'),
      shortcut(language, 'bring', 'bring', '/dashboard?dialog=deposit'),
      shortcut(language, 'withdraw', 'withdraw', '/dashboard?dialog=withdraw'),
    ],
  };
}

function icon(name: string, size: number, purpose?: 'any' | 'maskable'): object {
  return { src: `/icons/${name}.png`, sizes: `${size}x${size}`, type: 'image/png', ...(purpose && { purpose }) };
}

/** Named like the button in the frame. */
function shortcut(language: Language, action: string, picture: string, url: string): object {
  return { name: translate(language, 'app', `actions.${action}`, {}), url, icons: [icon(picture, 96)] };
}
