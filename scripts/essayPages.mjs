// Puts the words of the essay into its pages, while the site is built and on the development server.
import { withSources } from './sources.mjs';

const mark = '<!-- essay -->';

/**
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export function essayPages(root) {
  return {
    name: 'essay-pages',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        if (!html.includes(mark)) return html;
        const language = html.includes('<html lang="en">') ? 'en' : 'zh';
        const body = await withSources(root, async (load) => {
          /** @type {typeof import('../src/site/essayMarkup')} */
          const { essayMarkup } = await load('/src/site/essayMarkup.ts');
          return essayMarkup(language);
        });
        return html.replace(mark, () => body);
      },
    },
  };
}
