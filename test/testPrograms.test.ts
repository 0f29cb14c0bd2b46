// Before a program is fetched for the tests, a message says which command runs, why, and how to do without it.
import { describe, expect, test } from 'vitest';
import { obtain } from '../scripts/testPrograms.mjs';

interface Planted {
  /** The command after which the program exists. */
  readonly thereAfter?: RegExp;
  readonly isRoot?: boolean;
  readonly isDownloaded?: boolean;
}

/** All messages and commands in order; commands begin with `$`. */
function reportFor({ thereAfter, isRoot = true, isDownloaded = true }: Planted) {
  const lines: string[] = [];
  const isThere = (): boolean => lines.some((line) => line.startsWith('$') && thereAfter?.test(line));
  const file = obtain(
    {
      name: 'Thing',
      project: 'unit',
      why: 'A test needs it.',
      without: 'leave it',
      find: () => (isThere() ? '/bin/thing' : undefined),
      ...(isDownloaded
        ? { variable: 'THING', download: { what: 'the thing', command: ['download.js', 'a b'] } }
        : { isOptional: true }),
      aptPackages: [['small'], ['large', 'headers']],
    },
    {
      canUseApt: () => isRoot,
      run: (program: string, args: readonly string[]) =>
        lines.push(`$ ${program === process.execPath ? 'node' : program} ${args.join(' ')}`),
      say: (words: string) => lines.push(words),
    },
  );
  return { file, lines, commands: lines.filter((line) => line.startsWith('$')) };
}

describe('a program that the tests need', () => {
  test('is downloaded after a message says what, why and how to do without', () => {
    const { file, lines } = reportFor({ thereAfter: /download/ });
    expect(file).toBe('/bin/thing');
    expect(lines).toEqual([
      'Thing is missing. A test needs it.\nTo do without: leave it. To use one that is there: THING=/path/to/thing npm test',
      'Downloading the thing:\n  node download.js "a b"',
      '$ node download.js a b',
    ]);
  });

  test('is installed by apt only as root, and every command is named before it runs', () => {
    const { file, lines, commands } = reportFor({ thereAfter: /install .* small/ });
    expect(file).toBe('/bin/thing');
    expect(commands.slice(1)).toEqual(['$ apt-get update -q', '$ apt-get install -y -q --no-install-recommends small']);
    for (const command of commands.slice(1)) {
      const said = lines.slice(0, lines.indexOf(command)).join('\n');
      expect(said).toContain(command.slice('$ '.length));
    }
    expect(lines.join('\n')).toContain('Installing small');
    expect(reportFor({ isRoot: false }).commands).toEqual(['$ node download.js a b']);
  });

  test('comes from other packages if the first do not help', () => {
    expect(reportFor({ thereAfter: /large/ }).commands.slice(2)).toEqual([
      '$ apt-get install -y -q --no-install-recommends small',
      '$ apt-get install -y -q --no-install-recommends large headers',
    ]);
  });

  test('comes from apt alone where nobody offers a download', () => {
    const { file, lines, commands } = reportFor({ isDownloaded: false, thereAfter: /install .* large headers/ });
    expect(file).toBe('/bin/thing');
    expect(lines[0]).toBe('Thing is missing. A test needs it.\nTo do without: leave it.');
    expect(commands[0]).toBe('$ apt-get update -q');
    expect(reportFor({ isDownloaded: false, isRoot: false }).commands).toEqual([]);
  });

  test('is given up with the command to type when nothing has helped', () => {
    const { file, lines } = reportFor({});
    expect(file).toBeUndefined();
    expect(lines.at(-1)).toContain('apt-get install -y large headers\n');
  });
});
