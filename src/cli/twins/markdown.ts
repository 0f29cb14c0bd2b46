/** Markdown for programs. Words are escaped, because a title may contain any character. */

/** On one line, without Markdown or HTML syntax. */
export const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|~]/g, '\\$&')
    .replaceAll('&', '&amp;')
    // At the beginning these would begin a list.
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^[-+=]/, '\\$&');

export const link = (text: string, address: string): string => `[${plain(text)}](${address})`;

export const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** Blocks with an empty line between them. Empty ones are left out. */
export const page = (blocks: readonly string[]): string => `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
