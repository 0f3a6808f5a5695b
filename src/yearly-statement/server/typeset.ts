import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createSemaphore } from '#platform/server/semaphore.ts';
import type { PrintedYear } from './print-year.ts';
import { statementTemplate } from './statement-template.ts';

/** One at a time, off the thread that answers; whoever comes when so many wait is told to come back in a moment. */
const turns = { atOnce: 1, waiting: 24 };
/** A document takes some hundredths of a second: whatever takes so long is not going to end. */
const longestMs = 20_000;
/** After so long without one its memory is given back. */
const idleMs = 60_000;

const { resolve } = createRequire(import.meta.url);
/** Where a package is that brings font files alone. */
const folderOf = (name: string): string => dirname(resolve(`${name}/package.json`));
const latin = folderOf('@expo-google-fonts/inter');
const persian = folderOf('@expo-google-fonts/vazirmatn');
const chinese = join(dirname(resolve('@embedpdf/fonts-sc')), '..', 'fonts');
const fonts = {
  small: [
    ...['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'].map((file) => join(latin, file)),
    ...['400Regular/Vazirmatn_400Regular.ttf', '600SemiBold/Vazirmatn_600SemiBold.ttf'].map((file) =>
      join(persian, file),
    ),
  ],
  /** Sixteen megabytes, which nobody else's document has to wait for. */
  chinese: ['NotoSansHans-Regular.otf', 'NotoSansHans-Medium.otf'].map((file) => join(chinese, file)),
};
const inChinese = /\p{Script=Han}/u;

/**
 * What the thread does, as the text that it runs: a thread begins with a file of its own, which is another one from the sources, in a
 * bundle and under test; this is the same everywhere. It reads nothing but its fonts, and writes nothing.
 */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { readFileSync } = require('node:fs');
  const begun = import(workerData.typesetter).then(async (typst) => {
    await typst.default({ module_or_path: readFileSync(workerData.wasm) });
    return typst;
  });
  const compilers = new Map();
  const begin = async (fonts) => {
    const { TypstCompilerBuilder } = await begun;
    const builder = new TypstCompilerBuilder();
    builder.set_dummy_access_model();
    for (const file of fonts) await builder.add_raw_font(readFileSync(file));
    const compiler = await builder.build();
    compiler.add_source('/main.typ', workerData.template);
    return compiler;
  };
  parentPort.on('message', async ({ year, fonts }) => {
    try {
      const key = fonts.join();
      if (!compilers.has(key)) compilers.set(key, begin(fonts));
      const compiler = await compilers.get(key);
      const { result, diagnostics } = compiler.compile('/main.typ', [['year', year]], 'pdf', 3);
      parentPort.postMessage(result ? { pdf: result } : { failure: JSON.stringify(diagnostics) });
      compiler.reset();
    } catch (error) {
      parentPort.postMessage({ failure: String(error) });
    }
  });`;

type Answer = { pdf: Uint8Array } | { failure: string };
export type Typeset = (year: PrintedYear) => Promise<Buffer>;

/**
 * Makes what makes PDFs: tagged, with their language and title, the fonts' used letters embedded. The same year gives the same
 * bytes.
 */
export function createTypeset(): Typeset {
  const inTurn = createSemaphore(turns);
  let thread: Worker | null = null;
  let quiet: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(quiet);
    const ended = thread;
    thread = null;
    await ended?.terminate();
  };
  return (year) =>
    inTurn(async () => {
      clearTimeout(quiet);
      thread ??= begin();
      try {
        return await ask(thread, JSON.stringify(year));
      } catch (error) {
        await end();
        throw error;
      } finally {
        quiet = setTimeout(() => void end(), idleMs).unref();
      }
    });
}

function begin(): Worker {
  const workerData = {
    typesetter: pathToFileURL(resolve('@myriaddreamin/typst-ts-web-compiler')).href,
    wasm: resolve('@myriaddreamin/typst-ts-web-compiler/wasm'),
    template: statementTemplate,
  };
  // Nothing of the server's environment is anything to it.
  const thread = new Worker(program, { eval: true, workerData, env: {}, execArgv: [] });
  thread.unref();
  return thread;
}

/** @throws Error when the thread could not make it, died, or took too long; the thread is of no more use then */
function ask(thread: Worker, year: string): Promise<Buffer> {
  return new Promise((give, fail) => {
    const listeners = {
      message: (answer: Answer): void =>
        settle(() => ('pdf' in answer ? give(Buffer.from(answer.pdf)) : failWith(answer.failure))),
      error: (error: unknown): void => settle(() => failWith(error)),
      exit: (code: number): void => settle(() => failWith(`its thread ended with ${code}`)),
    };
    const settle = (act: () => void): void => {
      clearTimeout(deadline);
      for (const [event, listener] of Object.entries(listeners)) thread.off(event, listener);
      act();
    };
    const failWith = (cause: unknown): void => fail(new Error('a yearly statement could not be typeset', { cause }));
    const deadline = setTimeout(() => settle(() => failWith(`it took longer than ${longestMs} ms`)), longestMs);
    for (const [event, listener] of Object.entries(listeners)) thread.on(event, listener);
    thread.postMessage({ year, fonts: inChinese.test(year) ? [...fonts.small, ...fonts.chinese] : fonts.small }, []);
  });
}
