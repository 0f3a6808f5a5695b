import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createSemaphore } from '#platform/server/semaphore.ts';
import { fontsFor, inPrintableLetters } from './fonts-for.ts';
import type { PrintedYear } from './print-year.ts';
import { statementTemplate } from './statement-template.ts';

/** One at a time, off the main thread; requests beyond this queue length are told to retry shortly. */
const turns = { atOnce: 1, waiting: 24 };
/** A document takes some hundredths of a second: one that takes this long will never finish. */
const longestMs = 20_000;
/** The thread is ended and its memory freed after being idle this long. */
const idleMs = 60_000;

const { resolve } = createRequire(import.meta.url);
/**
 * The thread's program as source text: a worker file would have a different path in the sources, in a bundle and under test, while this is
 * the same everywhere. It reads only the typesetter and its fonts, and writes nothing.
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
 * Creates the PDF typesetter. Its PDFs are tagged, have a language and title, and embed subsets of their fonts. The same year yields the
 * same bytes.
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
  return (year) => {
    const fonts = fontsFor(JSON.stringify(year));
    const say = (_: string, value: unknown): unknown =>
      typeof value === 'string' ? inPrintableLetters(value, fonts, year.unprintable) : value;
    const printable = JSON.stringify(year, say);
    return inTurn(async () => {
      clearTimeout(quiet);
      thread ??= begin();
      try {
        return await ask(thread, printable, fonts);
      } catch (error) {
        await end();
        throw error;
      } finally {
        quiet = setTimeout(() => void end(), idleMs).unref();
      }
    });
  };
}

function begin(): Worker {
  const workerData = {
    typesetter: pathToFileURL(resolve('@myriaddreamin/typst-ts-web-compiler')).href,
    wasm: resolve('@myriaddreamin/typst-ts-web-compiler/wasm'),
    template: statementTemplate,
  };
  // The thread needs nothing from the server's environment.
  const thread = new Worker(program, { eval: true, workerData, env: {}, execArgv: [] });
  thread.unref();
  return thread;
}

/** @throws Error if the thread could not make the document, died, or took too long; it must not be used again */
function ask(thread: Worker, year: string, fonts: string[]): Promise<Buffer> {
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
    thread.postMessage({ year, fonts }, []);
  });
}
