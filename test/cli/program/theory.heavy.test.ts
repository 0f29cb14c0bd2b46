// Locks of which theory says what breaks them: the tool finds that harm at that fault, and sees nothing where they hold.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { FaultName } from '../../../src/cli/program/places';
import type { Severity } from '../../../src/core/model/trace/severity';
import { attackedPrograms } from '../../support/attackedPrograms';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const samples = fileURLToPath(new URL('samples', import.meta.url));
const locks = join(samples, 'locks.mjs');
const folder = mkdtempSync(join(tmpdir(), 'redlock-playground-theory-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Found {
  readonly code: number;
  readonly errors: string;
  readonly outcomes: readonly Severity[];
}

async function attacked(
  name: string,
  fault: FaultName,
  options: readonly string[],
  command: readonly string[] = [process.execPath, locks],
): Promise<Found> {
  const setup = `${process.execPath} ${locks} fill`;
  const typed = ['--faults', fault, '--runs', '1', '--worlds', '4', '--json', '--setup', setup, ...options];
  const program = ['--import', 'tsx', 'src/cli/attack/attack.ts', '--out', join(folder, `${name}-${fault}`)];
  const tool = spawn(process.execPath, [...program, ...typed, '--', ...command, name], {
    cwd: root,
    env: { ...process.env, LEASE_MS: '1500' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { out: '', errors: '' };
  tool.stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.out += text;
  });
  tool.stderr.setEncoding('utf8').on('data', (text: string) => {
    texts.errors += text;
  });
  const [code] = (await once(tool, 'close')) as [number];
  if (texts.out === '') throw new Error(texts.errors);
  const { places } = JSON.parse(texts.out) as {
    readonly places: readonly { readonly runs: readonly { readonly outcome: Severity }[] }[];
  };
  return { code, errors: texts.errors, outcomes: places.flatMap(({ runs }) => runs.map(({ outcome }) => outcome)) };
}

interface Row {
  readonly name: string;
  readonly fault: FaultName;
  readonly harm: Severity;
  readonly options?: readonly string[];
}

const broken: readonly Row[] = [
  { name: 'usual', fault: 'pause', harm: 'lost' },
  { name: 'no-expiry', fault: 'kill', harm: 'stuck' },
  { name: 'setnx-then-expire', fault: 'kill', harm: 'stuck' },
  { name: 'incr-then-expire', fault: 'kill', harm: 'stuck' },
  { name: 'hsetnx', fault: 'kill', harm: 'stuck' },
  { name: 'token-list', fault: 'kill', harm: 'stuck' },
  { name: 'token-moved', fault: 'kill', harm: 'stuck' },
  { name: 'set-free', fault: 'kill', harm: 'stuck' },
  { name: 'plain-del', fault: 'late-request', harm: 'deleted-another' },
  { name: 'get-compare-del', fault: 'late-request', harm: 'deleted-another' },
  { name: 'check-then-set', fault: 'pause', harm: 'lost' },
  { name: 'watch', fault: 'pause', harm: 'lost' },
  { name: 'time-stamp', fault: 'pause', harm: 'lost' },
  { name: 'stopwatch-before-read', fault: 'pause', harm: 'lost' },
  { name: 'stopwatch-before-write', fault: 'late-request', harm: 'lost' },
  { name: 'storage-unchecked', fault: 'pause', harm: 'lost' },
  { name: 'fencing-only-writes', fault: 'pause', harm: 'lost' },
  { name: 'same-hash', fault: 'kill', harm: 'stuck' },
  { name: 'rounds', fault: 'pause', harm: 'lost' },
  { name: 'different', fault: 'late-request', harm: 'deleted-another' },
  { name: 'redlock', fault: 'pause', harm: 'lost', options: ['--nodes', '5'] },
  { name: 'usual', fault: 'pause', harm: 'lost', options: ['--clients', '3'] },
];

const holding: readonly Omit<Row, 'harm'>[] = [
  { name: 'usual', fault: 'kill' },
  { name: 'plain-del', fault: 'kill' },
  { name: 'fencing-token', fault: 'pause' },
  { name: 'if-match', fault: 'pause' },
];

/** Two locks in each language, of workers whose own samples are in the same folder. */
const inLanguages: readonly (Row & { readonly language: string; readonly file: string })[] = [
  { language: 'PHP', file: 'theory.php', name: 'no-expiry', fault: 'kill', harm: 'stuck' },
  { language: 'PHP', file: 'theory.php', name: 'plain-del', fault: 'late-request', harm: 'deleted-another' },
  { language: 'Python, by hand', file: 'theory.py', name: 'setnx-then-expire', fault: 'kill', harm: 'stuck' },
  {
    language: 'Python, by hand',
    file: 'theory.py',
    name: 'get-compare-del',
    fault: 'late-request',
    harm: 'deleted-another',
  },
  { language: 'Ruby', file: 'theory.rb', name: 'check-then-set', fault: 'pause', harm: 'lost' },
  { language: 'Ruby', file: 'theory.rb', name: 'incr-then-expire', fault: 'kill', harm: 'stuck' },
  { language: 'bash with redis-cli', file: 'theory.sh', name: 'token-list', fault: 'kill', harm: 'stuck' },
  { language: 'bash with redis-cli', file: 'theory.sh', name: 'hsetnx', fault: 'kill', harm: 'stuck' },
];

// One after the other: they go by real time, and each starts processes of its own.
describe('a lock that theory', () => {
  it.each(broken)('breaks: $name $options, by $fault: $harm', async ({ name, fault, harm, options = [] }) => {
    const { code, outcomes } = await attacked(name, fault, options);
    expect(outcomes).toContain(harm);
    expect(code).toBe(1);
  });

  it.for(inLanguages)('breaks in $language: $name, by $fault: $harm', async ({ language, file, ...row }, { skip }) => {
    const program = attackedPrograms.find(({ name }) => name === language);
    const [runner] = program?.command(folder) ?? [];
    if (runner === undefined) return skip(program?.lack);
    const { code, outcomes } = await attacked(row.name, row.fault, [], [runner, join(samples, file)]);
    expect(outcomes).toContain(row.harm);
    expect(code).toBe(1);
  });

  it.each(holding)('holds: $name, against $fault', async ({ name, fault, options = [] }) => {
    const { code, errors } = await attacked(name, fault, options);
    expect(errors).toContain('Not seen');
    expect(code).toBe(0);
  });
});
