// Lists third-party packages in the built site, from the licenses that the build collects, and their known
// vulnerabilities. Pure.

/**
 * @param {string} licenses the text of a `licenses.md`
 * @returns {readonly { name: string, license: string, text: string }[]}
 */
export function shippedPackages(licenses) {
  return licenses
    .split(/^## (?=\S+ - \S+ \()/m)
    .slice(1)
    .map((part) => {
      const [, name = '', license = '', text = ''] = /^(\S+) - \S+ \((.+)\)\n([\s\S]*)$/.exec(part) ?? [];
      return { name, license, text: text.trim() };
    });
}

/**
 * @param {{ vulnerabilities?: Record<string, { severity: string, via: readonly (string | { title?: string, url?: string })[] }> }}
 *   audit the output of `npm audit --json`
 * @param {ReadonlySet<string>} shipped names of packages
 * @returns {readonly string[]} one line for each
 */
export function shippedFaults({ vulnerabilities = {} }, shipped) {
  return Object.entries(vulnerabilities)
    .filter(([name]) => shipped.has(name))
    .map(([name, { severity, via }]) => {
      const said = via.map((one) =>
        typeof one === 'string' ? `by ${one}` : `${one.title ?? '?'} ${one.url ?? ''}`.trim(),
      );
      return `${name} (${severity}): ${said.join('; ')}`;
    });
}
