/** Reads the command line of `npm run bench`: which benches, against which commit, how often. It reads no disk. */
import { parseArgs } from 'node:util';

export interface Command {
  /** Names of benches, at least one. */
  readonly names: readonly string[];
  readonly against: string | undefined;
  readonly rounds: number;
  /** Whether the bench of the library writes its page of the docs. */
  readonly isWritten: boolean;
}

export type Parsed = ({ readonly ok: true } & Command) | { readonly ok: false; readonly problem: string };

/** Fewer rounds say little about the spread. More take long and say nothing more. */
const roundsAllowed = { least: 5, most: 15 } as const;

const usage = 'npm run bench -- [name ...] [--against <commit> [--rounds 5]] [--write]';

/**
 * @param allNames the names of all benches. A word on the command line chooses those that contain it; without words all
 * are chosen.
 */
export function parseCommand(args: readonly string[], allNames: readonly string[]): Parsed {
  const given = readArgs(args);
  if (typeof given === 'string') return refuse(given);
  const { words, against, rounds, isWritten } = given;
  const unknown = words.find((word) => word === '' || !allNames.some((name) => name.includes(word)));
  if (unknown !== undefined) return refuse(`There is no bench "${unknown}": there are ${allNames.join(', ')}.`);
  if (against === '') return refuse('--against needs a commit: a branch, a tag, a hash, or HEAD~3.');
  if (rounds !== undefined && against === undefined) return refuse('--rounds goes with --against <commit>.');
  const { least, most } = roundsAllowed;
  const count = rounds === undefined ? least : /^\d+$/.test(rounds) ? Number(rounds) : Number.NaN;
  if (!(count >= least && count <= most))
    return refuse(`--rounds is "${rounds}": a whole number from ${least} to ${most} is allowed.`);
  if (isWritten && (against !== undefined || words.join() !== 'library'))
    return refuse('--write goes with library alone: npm run bench -- library --write.');
  const names = allNames.filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
  return { ok: true, names, against, rounds: count, isWritten };
}

interface Given {
  readonly words: readonly string[];
  readonly against: string | undefined;
  readonly rounds: string | undefined;
  readonly isWritten: boolean;
}

/** Returns what is wrong when they cannot be read. */
function readArgs(args: readonly string[]): Given | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { against: { type: 'string' }, rounds: { type: 'string' }, write: { type: 'boolean', default: false } },
    });
    return { words: positionals, against: values.against, rounds: values.rounds, isWritten: values.write };
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

const refuse = (problem: string): Parsed => ({ ok: false, problem: `${problem}\nUsage: ${usage}` });
