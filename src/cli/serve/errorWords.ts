/** The words of an error for the person at the terminal. */

/** The bundler's line about the disk error. It is between paths and a stack. */
const ofDisk = /\S.*\(os error \d+\)/;

export function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return ofDisk.exec(words)?.[0] ?? words;
}
