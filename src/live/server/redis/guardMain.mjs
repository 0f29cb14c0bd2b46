// The guard's process. On standard input it gets what its parent has started, one line of JSON each. It does nothing
// until the parent is gone. Then it kills what is left, removes folders and keys, and ends. It is plain JavaScript,
// because it must start at once.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownFolders, remove, removeFoldersOf, startOf } from './ownFolders.mjs';

/**
 * The parent's messages. All its children have `token` in their environment, and all its folders have it in their name.
 * @typedef {{ type: 'process' | 'process-gone', pid: number }
 *   | { type: 'keys' | 'keys-gone', url: string, prefix: string }
 *   | { type: 'schema' | 'schema-gone', url: string, schema: string }} Line
 */

const [, , token = ''] = process.argv;
if (!/^[a-z0-9]{16,}$/.test(token)) throw new Error('The guard needs a token.');
const mark = `REDLOCK_PLAYGROUND_GUARD=${token}`;
const isLinux = process.platform === 'linux';
const parentPid = process.ppid;
const databaseTimeoutMs = 2000;
/** A guard that has just started may not be visible yet. */
const staleAfterMs = 60_000;

/**
 * From a pid to the birth of its process, because another process may get the same number later.
 * @type {Map<number, string>}
 */
const processes = new Map();
/** @type {Map<string, { readonly url: string, readonly prefix: string }>} */
const keys = new Map();
/** @type {Map<string, { readonly url: string, readonly schema: string }>} */
const schemas = new Map();
let ending = false;

// A Ctrl+C in the terminal is meant for the parent. The guard cleans up afterwards.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
const input = createInterface({ input: process.stdin });
input.on('line', (line) => note(JSON.parse(line)));
input.on('close', end);
// In case another process also holds the other end of the pipe: an orphan has a new parent.
setInterval(() => {
  if (process.ppid !== parentPid) end();
}, 500);

sweep();

/** Removes the folders of a backend that was killed together with its guard. No running process knows their token. */
function sweep() {
  const stale = ownFolders().filter(({ mtimeMs }) => Date.now() - mtimeMs > staleAfterMs);
  if (!isLinux || stale.length === 0) return;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const alive = pids.map(
    (pid) => readProc(Number(pid), 'cmdline') + readProc(Number(pid), 'environ') + folderOf(Number(pid)),
  );
  for (const { path, token: its } of stale) if (!alive.some((text) => text.includes(its))) remove(path);
}

/** @param {Line} line */
function note(line) {
  switch (line.type) {
    case 'process':
      processes.set(line.pid, birthOf(line.pid));
      return;
    case 'process-gone':
      processes.delete(line.pid);
      return;
    case 'keys':
      keys.set(`${line.url} ${line.prefix}`, line);
      return;
    case 'keys-gone':
      keys.delete(`${line.url} ${line.prefix}`);
      return;
    case 'schema':
      schemas.set(`${line.url} ${line.schema}`, line);
      return;
    case 'schema-gone':
      schemas.delete(`${line.url} ${line.schema}`);
  }
}

async function end() {
  if (ending) return;
  ending = true;
  try {
    await killAll();
    removeFoldersOf(token);
    await Promise.allSettled([removeAllKeys(), removeSchemas()]);
  } finally {
    process.exit(0);
  }
}

/**
 * Sends SIGKILL, which even a stopped process obeys, until no process is left: one may have started another meanwhile.
 */
async function killAll() {
  for (let round = 0; round < 60; round++) {
    const remaining = [...new Set([...listRecorded(), ...listMarked()])];
    if (remaining.length === 0 && round > 0) return;
    for (const pid of remaining) kill(pid);
    await sleep(25);
  }
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended by itself.
  }
}

function listRecorded() {
  return [...processes].filter(([pid, birth]) => birth !== '' && birthOf(pid) === birth).map(([pid]) => pid);
}

/**
 * Every process whose environment carries the token, or that works in a folder of that name, even if the parent never
 * reported it.
 */
function listMarked() {
  if (!isLinux) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => pid !== process.pid && isMarked(pid));
}

/**
 * A redis-server writes its title over its environment, so its folder is checked too.
 * @param {number} pid
 */
function isMarked(pid) {
  return readProc(pid, 'environ').includes(mark) || folderOf(pid).includes(startOf(token));
}

/**
 * @param {number} pid
 * @returns {string} empty when it is gone
 */
function folderOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

/**
 * @param {number} pid
 * @returns {string} the time of its birth; empty when it is gone or a zombie
 */
function birthOf(pid) {
  if (isLinux) {
    const stat = readProc(pid, 'stat');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/**
 * @param {number} pid
 * @param {string} name
 */
function readProc(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}

/** Runs twice: a server may still execute a command whose sender was killed. */
async function removeAllKeys() {
  if (keys.size === 0) return;
  // Loaded late, because most guards never speak to a server.
  const { removeKeys } = await import('./removeKeys.mjs');
  for (const pause of [0, 300]) {
    await sleep(pause);
    await Promise.allSettled([...keys.values()].map(({ url, prefix }) => removeKeys(url, prefix)));
  }
}

async function removeSchemas() {
  if (schemas.size === 0) return;
  const { default: pg } = await import('pg');
  const removed = [...schemas.values()].map(async ({ url, schema }) => {
    if (!/^redlock_playground_\w+$/.test(schema)) return;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: databaseTimeoutMs });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(`SET lock_timeout = ${databaseTimeoutMs}`);
    await client.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
  });
  await Promise.allSettled(removed);
}
