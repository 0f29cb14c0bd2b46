/**
 * The end of a process, or of a server of others, that nobody had told to end: how it ended and what it said last. Its words are
 * made fit to be shown anywhere. Knows no run.
 */

export interface Death {
  /** A signal (`SIGKILL`), a code (`code 1`), or what whoever asked for it was told (`ECONNREFUSED`). */
  readonly how: string;
  /** Oldest first; empty where it said nothing. */
  readonly lastWords: readonly string[];
}

const linesMax = 8;
const lineLengthMax = 300;

/** The last lines of what a process has said, with what would do something to a terminal or a page made visible. */
export const lastLines = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(-linesMax)
    .map((line) => shown(line.length > lineLengthMax ? `${line.slice(0, lineLengthMax)} …` : line));

/** As Node tells of the end of a process. */
export const howItEnded = (code: number | null, signal: string | null): string => signal ?? `code ${code}`;

/** Controls of terminals, and those that turn the direction of writing round. */
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** By their numbers, as programs write them: fonts seldom have pictures of them. */
const shown = (line: string): string =>
  line.replace(controls, (one) => {
    const number = (one.codePointAt(0) ?? 0).toString(16);
    return number.length > 2 ? `\\u${number.padStart(4, '0')}` : `\\x${number.padStart(2, '0')}`;
  });
