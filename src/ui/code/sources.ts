/** The source files that run, as text. Each is loaded when it is shown. */

const files = import.meta.glob<string>(['../../clients/*.ts', '../../locks/*.ts', '../../storage/*.ts'], {
  query: '?raw',
  import: 'default',
});

/**
 * Rejects if there is no such file or it cannot be loaded.
 * @param path below `src/`: `locks/redlock.ts`
 */
export async function loadSource(path: string): Promise<string> {
  const load = files[`../../${path}`];
  if (load === undefined) throw new Error(`There is no source ${path}.`);
  return load();
}
