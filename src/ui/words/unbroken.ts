/** Where lines of a sentence may not end. Knows the words that are numbered, in both languages. */

/** A sentence in which no line ends between a figure and its unit, or between what is numbered and its number: client 1. */
export const unbroken = (text: string): string =>
  text
    .replace(/(\d) (?=(?:s|ms|ppm|%)(?![a-z]))/g, '$1\u00a0')
    .replace(
      /((?:\b(?:client|node|storage|replica|token|version|round)|客户端|节点|存储|副本|版本)) (?=\d|[A-Z]\b)/gi,
      '$1\u00a0',
    );
