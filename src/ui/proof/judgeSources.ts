/** The files of the judge as they run, and those of the spans on which its rules rest, as text. */
const files: Readonly<Record<string, string>> = import.meta.glob<string>(
  ['../../judge/*.ts', '../../spans/{holdSpans,objectParts,replicaWrites,resourceEvents}.ts'],
  { query: '?raw', import: 'default', eager: true },
);

/**
 * Throws an Error if there is no such file.
 * @param file below `src`: `judge/overlap.ts`
 */
export function judgeSource(file: string): string {
  const source = files[`../../${file}`];
  if (source === undefined) throw new Error(`There is no source ${file}.`);
  return source;
}
