/**
 * The programming language that a row needs. A lock that is a recipe, or that a service keeps, can be used from any
 * language, and is not listed.
 */
import { rows } from './rows';

export const codeLanguages = ['java', 'node', 'python', 'go', 'dotnet', 'ruby', 'php', 'cpp', 'other'] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

/** By the id of a lock or library. */
const languageOf: Readonly<Record<string, CodeLanguage>> = {
  redisson: 'java',
  'redisson-redlock': 'java',
  shedlock: 'java',
  'shedlock-table': 'java',
  'python-redis-lock': 'python',
  'redlock-py': 'python',
  aioredlock: 'python',
  pottery: 'python',
  'pottery-async': 'python',
  redsync: 'go',
  'bullmq-job': 'node',
  'lock-file': 'node',
  'node-redlock-5': 'node',
  'node-redlock-4': 'node',
  'redlock-universal': 'node',
  'redlock-net': 'dotnet',
  'redlock-rb': 'ruby',
  'redlock-php': 'php',
  'laravel-lock': 'php',
  'redlock-cpp': 'cpp',
};

/** By the id of a row; absent: any language. */
const languageOfRow: ReadonlyMap<string, CodeLanguage> = new Map(
  rows.flatMap(({ id, lock, profile }) => {
    const language = languageOf[profile ?? lock] ?? languageOf[lock];
    return language === undefined ? [] : [[id, language] as const];
  }),
);

/** Null: any language. */
export const codeLanguageOf = (row: string): CodeLanguage | null => languageOfRow.get(row) ?? null;

export const isUsableIn = (row: string, language: CodeLanguage): boolean =>
  [null, language].includes(codeLanguageOf(row));
