// The first thing that runs in a fresh checkout, before anything is installed: plain JavaScript that imports only from Node and uses no
// syntax that an old Node cannot parse, so that it can report an old version. It checks Node's version, installs what the lockfile
// requires, and hands over.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command = '', ...args] = process.argv.slice(2);
const fromRoot = (path) => join(root, path);

requireNode();
installWhenNeeded();
await handOver();

function requireNode() {
  const wanted = readJson('package.json').engines.node.replace('>=', '');
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  stop(
    `Lastro needs Node ${wanted} or newer, and this is ${process.versions.node}: install it from https://nodejs.org.`,
  );
}

/**
 * npm records what it installed as its last step, so the comparison also detects an interrupted installation and does not repeat a manual
 * one.
 */
function installWhenNeeded() {
  const installed = readJson('node_modules/.package-lock.json')?.packages ?? {};
  const wanted = Object.entries(readJson('package-lock.json').packages).filter(([path]) => path !== '');
  const isIn = ([path, { version, optional }]) =>
    installed[path] ? installed[path].version === version : optional === true;
  if (wanted.every(isIn)) return;
  process.stderr.write('Installing the packages that Lastro needs...\n');
  // NODE_ENV=production or a personal setting would omit the packages needed to build and test.
  const ci = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath;
  const [file, ...rest] = npm?.endsWith('.js') ? [process.execPath, npm, ...ci] : ['npm', ...ci];
  const shell = process.platform === 'win32' && file === 'npm';
  const { status } = spawnSync(file, rest, { cwd: root, stdio: ['ignore', 2, 2], shell });
  if (status !== 0) stop('The packages could not be installed: see the output of npm above.');
}

async function handOver() {
  if (command === 'start') return args.length === 0 ? start() : refuseToStart();
  if (command === 'lastro') return operate();
  const places = ['scripts', 'tools'].map((folder) => fromRoot(`${folder}/${command}.ts`));
  const script = places.find((place) => existsSync(place));
  if (!/^[a-z-]+$/.test(command) || !script) stop(`There is no command "${command}": "npm run" lists the commands.`);
  await loadTypeScript();
  return run(script);
}

/** The build is a separate process, so that the one that remains is small. */
function start() {
  runToEnd('build', '--when-changed');
  process.env.NODE_ENV = process.env.NODE_ENV || 'production';
  return run(fromRoot('dist/server/launch.js'));
}

/** It takes no options: without this, a setting given as one would be ignored silently. */
async function refuseToStart() {
  await loadTypeScript();
  const { readOptions } = await import(pathToFileURL(fromRoot('scripts/read-options.ts')).href);
  readOptions(
    {
      command: 'npm start',
      does: 'Builds what has changed and starts everything, at the printed address. Settings are environment variables: PORT=9000 npm start.',
    },
    args,
  );
}

async function loadTypeScript() {
  const { register } = await import('tsx/esm/api');
  register();
}

function operate() {
  const program = fromRoot('dist/server/lastro.js');
  if (!existsSync(program)) runToEnd('build', '--when-changed');
  return run(program);
}

function runToEnd(script, ...options) {
  const program = [
    '--import',
    pathToFileURL(fromRoot('node_modules/tsx/dist/loader.mjs')).href,
    fromRoot(`scripts/${script}.ts`),
  ];
  const { status, signal } = spawnSync(process.execPath, [...program, ...options], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(signal ? 130 : (status ?? 1));
}

function run(file) {
  process.argv = [process.argv[0], file, ...args];
  return import(pathToFileURL(file).href);
}

function readJson(path) {
  const file = fromRoot(path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
