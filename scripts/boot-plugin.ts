import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const place = '<!--boot-->';
const devAddress = '/boot.js';

/**
 * Puts a page's `boot.ts` into the head as a small classic script of its own: it runs before the first paint, which a
 * module does not. In a build it is hashed like every asset, and told what of the build it may fetch early.
 */
export function bootPlugin(file: string, laterFiles: (outputs: Output[]) => object | undefined): Plugin {
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
      handler: (html, { bundle }) => html.replace(place, bundle ? builtTag(bundle, laterFiles) : tag(devAddress)),
    },
  };
}

function builtTag(bundle: Rolldown.OutputBundle, laterFiles: (outputs: Output[]) => object | undefined): string {
  const outputs = Object.values(bundle);
  const boot = outputs.find((output) => output.type === 'asset' && output.names.includes('boot.js'));
  if (!boot) throw new Error('boot.js was not built');
  return tag(`/${boot.fileName}`, laterFiles(outputs));
}

/** The addresses of each language's own files, and of the first screens'. */
export function customersFiles(outputs: Output[]): object {
  return {
    texts: textFiles(outputs),
    fonts: fontFiles(outputs),
    screens: {
      login: screenFiles(outputs, [/\/login-page\.tsx$/]),
      dashboard: screenFiles(outputs, [/\/shell\.tsx$/, /\/dashboard-page\.tsx$/]),
      stake: screenFiles(outputs, [/\/shell\.tsx$/, /\/stakes-page\.tsx$/]),
    },
  };
}

/** The chunk of each language, by the file that gathers its first texts. */
function textFiles(outputs: Output[]): Record<string, string> {
  const files: Record<string, string> = {};
  for (const output of outputs) {
    if (output.type !== 'chunk') continue;
    const language = /src\/app\/messages\/first\/([\w-]+)\.ts$/.exec(output.facadeModuleId ?? '')?.[1];
    if (language && output.isDynamicEntry) files[language] = `/${output.fileName}`;
  }
  return files;
}

/** What a screen brings with it beyond what the page itself names. */
function screenFiles(outputs: Output[], screens: RegExp[]): string[] {
  const chunks = outputs.filter((output) => output.type === 'chunk');
  const withImports = (chunk: Rolldown.OutputChunk): Rolldown.OutputChunk[] => [
    chunk,
    ...chunks.filter(({ fileName }) => chunk.imports.includes(fileName)).flatMap(withImports),
  ];
  const named = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(withImports));
  const brought = chunks.filter(({ facadeModuleId }) => screens.some((screen) => screen.test(facadeModuleId ?? '')));
  const later = brought.flatMap(withImports).filter((chunk) => !named.has(chunk));
  const files = later.flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]);
  return [...new Set(files)].map((file) => `/${file}`);
}

/** Persian comes in a font of its own; all others need the Latin one. */
function fontFiles(outputs: Output[]): Record<string, string> {
  const find = (part: string) => {
    const font = outputs.find((output) => output.fileName.includes(part) && output.fileName.endsWith('.woff2'));
    if (!font) throw new Error(`no font named ${part} was built`);
    return `/${font.fileName}`;
  };
  const latin = find('inter-latin');
  return { 'pt-BR': latin, en: latin, es: latin, 'zh-CN': latin, fa: find('vazirmatn-arabic') };
}

export type Output = Rolldown.OutputAsset | Rolldown.OutputChunk;

function tag(address: string, files?: object): string {
  const data = files ? ` data-files="${JSON.stringify(files).replaceAll('"', '&quot;')}"` : '';
  return `<script src="${address}"${data}></script>`;
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
