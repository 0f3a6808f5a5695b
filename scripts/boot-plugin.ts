import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const place = '<!--boot-->';
const placing = '<!--placing-->';
/** The application's module, which boot.ts loads. */
const entryTag = /<script type="module"[^>]* src="([^"]+)"><\/script>\s*/g;
const styleTag = /<link rel="stylesheet" crossorigin( data-inside)? href="\/([^"]+)">/g;
const devAddress = '/boot.js';

/**
 * Puts a page's `boot.ts` into the head, so that it runs before the first paint, unlike a module. In a build it is inlined into the page,
 * allowed by its hash in the server's policy, and receives the URLs of each language's files; so are the style sheets of what is seen
 * first, which would otherwise hold up the first paint for a round trip. The offline page fetches both like any other asset.
 */
export function bootPlugin(file: string, built: 'inline' | 'file'): Plugin {
  const entry = fileURLToPath(new URL(`../${file}`, import.meta.url));
  return {
    name: 'boot',
    configureServer(server) {
      server.middlewares.use(devAddress, (_request, response, next) => {
        bundleBoot(entry).then((source) => {
          response.setHeader('Content-Type', 'text/javascript');
          response.end(source);
        }, next);
      });
    },
    async buildStart() {
      if (this.meta.watchMode) return;
      this.emitFile({ type: 'asset', name: 'boot.js', source: await bundleBoot(entry) });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        !bundle
          ? html.replace(place, tag(devAddress))
          : built === 'inline'
            ? inline(html, bundle)
            : html.replace(place, builtTag(bundle)),
    },
  };
}

/** References it as a separate file, like any other asset. */
function builtTag(bundle: Rolldown.OutputBundle): string {
  const boot = Object.values(bundle).find((output) => output.type === 'asset' && output.names.includes('boot.js'));
  if (!boot) throw new Error('boot.js was not built');
  return tag(`/${boot.fileName}`);
}

function inline(html: string, bundle: Rolldown.OutputBundle): string {
  const outputs = Object.values(bundle);
  const boot = outputs.find((output) => output.type === 'asset' && output.names.includes('boot.js'));
  if (boot?.type !== 'asset') throw new Error('boot.js was not built');
  const inside = screenFiles(outputs, [/\/routed\.tsx$/]);
  const files = {
    texts: { login: textFiles(outputs, 'login'), first: textFiles(outputs, 'first') },
    fonts: fontFiles(outputs),
    screens: {
      login: [],
      dashboard: inside,
      stake: screenFiles(outputs, [/\/routed\.tsx$/, /\/stakes-page\.tsx$/]),
    },
  };
  const entries = [...html.matchAll(entryTag)].map(([, address = '']) => address);
  const data = JSON.stringify({ ...files, entries }).replaceAll('"', '&quot;');
  const styles = inside
    .filter((file) => file.endsWith('.css'))
    .map((file) => `<link rel="stylesheet" crossorigin data-inside href="${file}">`);
  const script = `<script data-entry="${entries.at(-1)}" data-files="${data}">${String(boot.source).trim()}</script>`;
  return (
    html
      .replace(place, '')
      .replaceAll(entryTag, () => '')
      // After the style sheets: it fetches none that is in the page.
      .replace('</head>', () => `${styles.join('')}${script}</head>`)
      .replace(placing, () => '<script>window.placeShell?.()</script>')
      .replaceAll(styleTag, (_, inside = '', file: string) => inlineStyle(bundle, inside, file))
  );
}

/** The disabled link is not fetched; it tells the loader of screens that the page has this sheet already. */
function inlineStyle(bundle: Rolldown.OutputBundle, inside: string, file: string): string {
  const sheet = bundle[file];
  if (sheet?.type !== 'asset') throw new Error(`${file} was not built`);
  const css = String(sheet.source).trim();
  if (css.includes('</')) throw new Error(`${file} would end its style element`);
  return `<style${inside}>${css}</style><link rel="stylesheet" disabled${inside} href="/${file}">`;
}

/** The chunk of each language, found by the module that collects its texts. */
function textFiles(outputs: Output[], chapter: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const output of outputs) {
    if (output.type !== 'chunk') continue;
    const [, of, language] = /src\/app\/messages\/(\w+)\/([\w-]+)\.ts$/.exec(output.facadeModuleId ?? '') ?? [];
    if (of === chapter && language && output.isDynamicEntry) files[language] = `/${output.fileName}`;
  }
  return files;
}

/** The files that a screen loads in addition to those named by the page itself. */
function screenFiles(outputs: Output[], screens: RegExp[]): string[] {
  const chunks = outputs.filter((output) => output.type === 'chunk');
  const withImports = (chunk: Rolldown.OutputChunk): Rolldown.OutputChunk[] => [
    chunk,
    ...chunks.filter(({ fileName }) => chunk.imports.includes(fileName)).flatMap(withImports),
  ];
  const named = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(withImports));
  const brought = chunks.filter(({ moduleIds }) => screens.some((screen) => moduleIds.some((id) => screen.test(id))));
  if (brought.length === 0) throw new Error(`no file contains ${screens.join(', ')}`);
  const later = brought.flatMap(withImports).filter((chunk) => !named.has(chunk));
  const files = later.flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]);
  return [...new Set(files)].map((file) => `/${file}`);
}

/** Persian has its own font; all other languages need the Latin one. */
function fontFiles(outputs: Output[]): Record<string, string> {
  const find = (part: string) => {
    const font = outputs.find((output) => output.fileName.includes(part) && output.fileName.endsWith('.woff2'));
    if (!font) throw new Error(`no font named ${part} was built`);
    return `/${font.fileName}`;
  };
  const latin = find('inter-latin');
  return { 'pt-BR': latin, en: latin, es: latin, 'zh-CN': latin, fa: find('vazirmatn') };
}

export type Output = Rolldown.OutputAsset | Rolldown.OutputChunk;

function tag(address: string): string {
  return `<script src="${address}"></script>`;
}

async function bundleBoot(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: { write: false, lib: { entry, formats: ['iife'], name: 'boot' } },
  });
  const [{ output }] = (Array.isArray(result) ? result : [result]) as [Rolldown.RolldownOutput];
  return output[0].code;
}
