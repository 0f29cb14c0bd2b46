// Builds single classic scripts: embed.js, the custom element of src/web/element, and boot.js and first.js, which watch
// a page load. It imports esbuild late, because `npm start` loads this file before anything is installed.
import { join } from 'node:path';

/** In px, by story or `story/variant`. @typedef {ReadonlyMap<string, number>} LaneHeights */

/**
 * @param {string} root
 * @param {LaneHeights} lanes
 * @returns {Promise<string>}
 */
export const buildElement = (root, lanes) =>
  buildScript(root, 'src/web/element/main.ts', {
    define: { LANE_HEIGHTS: JSON.stringify(byHeight(lanes)) },
    banner: {
      js: '/* <redlock-playground>: its attributes are at the head of src/web/element/main.ts. MIT licence. */',
    },
  });

/** @param {string} root @param {'boot' | 'first'} name */
export const buildFirst = (root, name) => buildScript(root, `src/web/app/${name}.ts`, {});

/**
 * @param {string} root
 * @param {string} entry
 * @param {import('esbuild').BuildOptions} options
 */
async function buildScript(root, entry, options) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, entry)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}

/** A variant is named only where it differs from its story. @param {LaneHeights} lanes */
function byHeight(lanes) {
  /** @type {Record<string, string>} */
  const groups = {};
  for (const [name, height] of lanes) {
    const story = name.split('/')[0] ?? '';
    if (name !== story && lanes.get(story) === height) continue;
    groups[height] = groups[height] === undefined ? name : `${groups[height]} ${name}`;
  }
  return groups;
}
