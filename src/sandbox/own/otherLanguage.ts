/**
 * The language of a file that is neither TypeScript nor JavaScript, by its syntax. Called only after the file could
 * not be read.
 */

const languages = [
  { name: 'Python', ending: 'py', has: /^\s*(async )?def \w+ *\(|^from [\w.]+ import |^import [\w.]+( as \w+)?\s*$/m },
  { name: 'Go', ending: 'go', has: /^package \w+\s*$|^func (\(\w+ \*?\w+\) )?\w+\(/m },
  {
    name: 'Java',
    ending: 'java',
    has: /^\s*(public|private|protected) (static |final |abstract )*(class|interface|enum) |^package [\w.]+;|^import (static )?[\w.]+(\.\*)?;/m,
  },
] as const;

/** Null: no known language. */
export const otherLanguage = (source: string, path = ''): string | null =>
  languages.find(({ ending, has }) => path.endsWith(`.${ending}`) || has.test(source))?.name ?? null;
