/** Where a sentence must not wrap. Knows the nouns that are numbered, in both languages. */

/**
 * A sentence that never wraps within a number or before its unit, +100 000 ppm, or between a noun and its number:
 * client 1.
 */
export const unbroken = (text: string): string =>
  text
    .replace(/(\d) (?=(?:\d{3}(?!\d)|(?:s|ms|min|h|ppm|%)(?![a-z])))/g, '$1\u00a0')
    .replace(
      /((?:\b(?:client|node|storage|replica|token|version|round)|客户端|节点|存储|副本|版本)) (?=\d|[A-Z]\b)/gi,
      '$1\u00a0',
    );
