// Builds Lucide's icons with a small component of our own (`src/ui/parts/createIcon.ts`). Lucide's can take its settings
// from a context and keeps classes, aliases and keys, none of which a page uses: 2 kB of the first load, gzipped.
import { resolve } from 'node:path';

const icon = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

/**
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function lightIcons(root) {
  const component = JSON.stringify(resolve(root, 'src/ui/parts/createIcon.ts').replaceAll('\\', '/'));
  return {
    name: 'light-icons',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!icon.test(id)) return null;
      // Another name of an icon.
      if (!code.includes('createLucideIcon')) return null;
      const [, size, nodes = ''] = /\bsize: (\d+),\n {2}node: (\[.*?\])(?:,\n {2}aliases: .*?)?\n};/s.exec(code) ?? [];
      if (size !== '24' || /[`(]|=>/.test(nodes)) throw new Error(`${id} is written in a way that is not known.`);
      const shapes = nodes.replace(/,?\s*key: "[^"]*"/g, '').replace(/\{\s*,/g, '{');
      return {
        code: `import { createIcon } from ${component};\nexport default /* @__PURE__ */ createIcon(${shapes});\n`,
        map: null,
      };
    },
  };
}
