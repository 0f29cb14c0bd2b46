// Runs a command on a bare Debian: a chroot with only Node, npm, git and a clone of this project.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { constants, homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './install.mjs';
import { findOnPath } from './programs.cjs';

/** Paths as seen from inside. */
const cloneFolder = '/srv/redlock-playground';
const tools = ['debootstrap', 'unshare', 'chroot', 'git'];
const searched = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';

/**
 * Variables that a machine behind a proxy or a registry mirror needs. Files that they name are copied to the same
 * place.
 */
const certificates = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'CURL_CA_BUNDLE', 'GIT_SSL_CAINFO'];
const proxies = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => [name, name.toUpperCase()]);

/**
 * @param {readonly string[]} typed the command
 * @returns {Promise<number>} its exit code, or 2 with a message if a bare Debian cannot be made
 */
export async function runBare(typed) {
  const folder = mkdtempSync('/var/tmp/redlock-playground-bare-');
  // Ctrl+C ends the command, which shares the terminal, and the folder is still removed.
  process.on('SIGINT', () => {});
  try {
    make(folder);
    return await runIn(folder, typed.length === 0 ? ['npm', 'test'] : typed);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 2;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function make(folder) {
  if (process.getuid?.() !== 0 || !tools.every(findOnPath))
    throw new Error(`This takes root, and ${tools.join(', ')}: apt-get install debootstrap util-linux git`);
  console.error(`Making a bare Debian in ${folder}, which takes a minute.`);
  const release = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable';
  run('debootstrap', ['--variant=minbase', '--include=ca-certificates,git', release, folder]);
  // Otherwise only root could enter it: a new temporary folder belongs to its owner alone.
  chmodSync(folder, 0o755);
  configure(folder);
  const local = join(folder, 'usr/local');
  cpSync(npmFolder(), join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  cpSync(process.execPath, join(local, 'bin/node'), { dereference: true });
  run('git', ['clone', '--quiet', root, join(folder, cloneFolder)]);
}

/** Access to the network as on this machine. @param {string} folder */
function configure(folder) {
  const sources = ['sources.list', 'sources.list.d/debian.sources', 'sources.list.d/ubuntu.sources'];
  const files = [
    ...['/etc/resolv.conf', '/etc/hosts', '/etc/npmrc', ...sources.map((name) => `/etc/apt/${name}`)],
    // The sources on GitHub's machines name this list of mirrors instead of one mirror.
    '/etc/apt/apt-mirrors.txt',
    ...certificates.flatMap((name) => process.env[name] ?? []),
  ];
  rmSync(join(folder, 'etc/apt/sources.list'), { force: true });
  for (const file of files) copy(file, join(folder, file));
  copy(join(homedir(), '.npmrc'), join(folder, 'root/.npmrc'));
  // The rest of apt's configuration calls programs that a bare Debian lacks.
  const { stdout } = spawnSync('apt-config', ['dump'], { encoding: 'utf8' });
  const acquired = (stdout ?? '').split('\n').filter((line) => /^Acquire::https?::/.test(line));
  writeFileSync(join(folder, 'etc/apt/apt.conf.d/99acquire'), `${acquired.join('\n')}\n`);
}

/**
 * @param {string} from a file that may be missing
 * @param {string} to
 */
function copy(from, to) {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { dereference: true });
}

/**
 * Mounts and processes have namespaces of their own, so nothing of them is left when the command has ended.
 * @param {string} folder
 * @param {readonly string[]} command
 * @returns {Promise<number>} its exit code
 */
function runIn(folder, command) {
  // The first process of a namespace inherits orphaned processes, so it is a shell, which reaps them.
  const outside = `mount -t proc proc "$0/proc" && mkdir -p "$0/dev/shm" && mount -t tmpfs tmpfs "$0/dev/shm" || exit 2
    chroot "$0" /bin/bash -c 'cd ${cloneFolder} && exec "$@"' bare "$@"; exit $?`;
  const args = ['--mount', '--pid', '--fork', '--kill-child', 'bash', '-c', outside, folder, ...command];
  const child = spawn('unshare', args, { stdio: 'inherit', env: insideOf() });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill('SIGKILL'));
  return new Promise((end) => {
    child.on('exit', (code, signal) => end(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
}

/** @returns {Record<string, string>} an environment with nothing of this machine except its access to the network */
function insideOf() {
  const passed = [...certificates, ...proxies, 'CI', 'TERM'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { HOME: '/root', PATH: searched, ...Object.fromEntries(passed) };
}

/**
 * @param {string} program its output is shown only if it fails
 * @param {readonly string[]} args
 */
function run(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} has failed:\n${error?.message ?? `${stdout}${stderr}`.trim()}`);
}

/** npm is in a folder to which a link on PATH leads. */
const npmFolder = () => dirname(dirname(realpathSync(findOnPath('npm') ?? '')));
