// Checks the imports between folders with dependency-cruiser. A run that saw no module counts as a failure: with an
// unknown compiler, dependency-cruiser finds no modules and reports success.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './install.mjs';

/**
 * @typedef {object} Layering
 * @property {number} moduleCount
 * @property {readonly string[]} violations a line each
 * @property {readonly string[]} pageFolders the folders of src/web
 * @property {readonly string[]} typeCircles the folders whose types may be in circles
 * @property {readonly string[]} inCircles the paths that are in a circle
 */

/**
 * @param {string} folder a checkout: its src/ and tsconfig.json are read; the rules are those of this repository
 * @returns {Promise<Layering>}
 */
export async function checkLayering(folder = root) {
  const { cruise } = await import('dependency-cruiser');
  const { default: extractTsConfig } = await import('dependency-cruiser/config-utl/extract-ts-config');
  const { forbidden, options, ...named } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'));
  const cruiseOptions = { ...options, baseDir: folder, validate: true, ruleSet: { forbidden } };
  const tsConfig = extractTsConfig(join(folder, 'tsconfig.json'));
  const { output } = await cruise(['src'], cruiseOptions, undefined, { tsConfig });
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with text instead of data.');
  const { totalCruised, violations } = output.summary;
  const inCircles = output.modules.flatMap(({ source, dependencies }) =>
    dependencies.some(({ circular }) => circular) ? [source] : [],
  );
  return { moduleCount: totalCruised, violations: violations.map(describe), inCircles, ...named };
}

/** @param {import('dependency-cruiser').IViolation} violation */
function describe({ rule, from, to, cycle }) {
  const path = cycle === undefined ? to : cycle.map(({ name }) => name).join(' → ');
  return `${rule.name}: ${from} → ${path}`;
}
