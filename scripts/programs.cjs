// Finds programs that are not npm packages: on PATH, or at the path in an environment variable. It never installs.
// CommonJS, because redis-memory-server reads its configuration with require().
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

/**
 * @param {string} name a program's name without an extension
 * @returns {string | undefined} its full path
 */
function findOnPath(name) {
  const extensions = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    for (const extension of extensions) {
      const file = path.join(folder, name + extension);
      if (folder !== '' && isExecutable(file)) return file;
    }
  }
  return undefined;
}

/** @param {string} file */
function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** @returns {string | undefined} an installed redis-server */
function findRedisServer() {
  const given = process.env['REDISMS_SYSTEM_BINARY'];
  if (given !== undefined && isExecutable(given)) return given;
  return findOnPath('redis-server') ?? findOnPath('valkey-server');
}

/**
 * A compiler without the headers of a C library compiles nothing, and Debian's gcc comes without them.
 * @returns {string | undefined} a C compiler with headers, by the names that src/live/server/redis/clockShim.ts tries
 */
function findCompiler() {
  return ['cc', 'gcc', 'clang'].map(findOnPath).find((file) => file !== undefined && hasHeaders(file));
}

/** @param {string} compiler */
function hasHeaders(compiler) {
  const input = '#include <stdio.h>\n';
  return (
    spawnSync(compiler, ['-fsyntax-only', '-xc', '-'], { input, stdio: ['pipe', 'ignore', 'ignore'] }).status === 0
  );
}

/** @returns {string | undefined} the script that starts a ZooKeeper: on PATH, or where Debian puts it */
function findZookeeper() {
  const debians = '/usr/share/zookeeper/bin/zkServer.sh';
  return findOnPath('zkServer.sh') ?? (isExecutable(debians) ? debians : undefined);
}

module.exports = { findCompiler, findOnPath, findRedisServer, findZookeeper, isExecutable };
