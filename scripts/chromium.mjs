// Finds a Chromium that really starts. It never installs one; scripts/testPrograms.mjs does.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { findOnPath, isExecutable } from './programs.cjs';

/** A headless shell is the same engine without a window. It opens a page for less than half the processor time. */
const names = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const bundles = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Chromium starts quietly, without a sandbox (containers have no user namespaces) and without network traffic of its
 * own.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns {string | undefined} CHROMIUM_PATH, else one on PATH, else the one that playwright-core has downloaded */
export function findChromium() {
  const given = process.env['CHROMIUM_PATH'];
  const candidates = [given, ...names.map(findOnPath), ...bundles, findDownloaded()];
  return candidates.find((file) => file !== undefined && isExecutable(file) && starts(file));
}

/** @returns {string | undefined} the path of playwright-core's own Chromium, even when there is none */
function findDownloaded() {
  try {
    const { chromium } = createRequire(import.meta.url)('playwright-core');
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** One without its shared libraries exists but does not start. @param {string} file */
function starts(file) {
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}
