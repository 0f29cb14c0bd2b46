/**
 * The unexpected end of a process, or of a server that is not ours: how it ended, and the last lines that it wrote. The
 * lines are made safe to show anywhere. Knows no run.
 */

export interface ProcessExit {
  /** A signal (`SIGKILL`), an exit code (`code 1`), or the error of a connection to it (`ECONNREFUSED`). */
  readonly how: string;
  /** Oldest first; empty when it said nothing. */
  readonly lastWords: readonly string[];
}

const linesMax = 8;
const lineLengthMax = 300;

/** The last lines that a process wrote. Characters that would control a terminal or a page are made visible. */
export const lastLines = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(-linesMax)
    .map((line) => printableLine(line.length > lineLengthMax ? `${line.slice(0, lineLengthMax)} …` : line));

/** In the form in which Node reports the end of a process. */
export const howItEnded = (code: number | null, signal: string | null): string => signal ?? `code ${code}`;

/** Control characters of terminals, and characters that reverse the direction of writing. */
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Shown by their numbers, because fonts seldom have glyphs for them. */
const printableLine = (line: string): string =>
  line.replace(controls, (one) => {
    const number = (one.codePointAt(0) ?? 0).toString(16);
    return number.length > 2 ? `\\u${number.padStart(4, '0')}` : `\\x${number.padStart(2, '0')}`;
  });
