// Locks of which theory says what breaks them: the tool finds that harm at that fault, and sees nothing where they hold.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FaultName } from '../../../src/cli/program/places';
import type { Severity } from '../../../src/core/model/trace/severity';
import { attackedPrograms, attackHere } from '../../support/attackedPrograms';
import { sampled } from '../../support/nightly';

const samples = fileURLToPath(new URL('samples', import.meta.url));
const locks = join(samples, 'locks.mjs');
const folder = mkdtempSync(join(tmpdir(), 'redlock-playground-theory-'));

beforeAll(() => void vi.stubEnv('LEASE_MS', '1500'));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

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
  const given = ['--faults', fault, '--runs', '1', '--worlds', '4', '--json', '--setup', setup, ...options];
  const { status, out, errors } = await attackHere([
    ...given,
    ...['--out', join(folder, `${name}-${fault}`), '--', ...command, name],
  ]);
  if (out === '') throw new Error(errors);
  const { places } = JSON.parse(out) as {
    readonly places: readonly { readonly runs: readonly { readonly outcome: Severity }[] }[];
  };
  return { code: status, errors, outcomes: places.flatMap(({ runs }) => runs.map(({ outcome }) => outcome)) };
}

interface Row {
  readonly name: string;
  readonly fault: FaultName;
  readonly harm: Severity;
  readonly options?: readonly string[];
}

/** Every fourth one has each fault and each harm, with three clients and five nodes. */
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
  { name: 'usual', fault: 'pause', harm: 'lost', options: ['--clients', '3'] },
  { name: 'same-hash', fault: 'kill', harm: 'stuck' },
  { name: 'rounds', fault: 'pause', harm: 'lost' },
  { name: 'different', fault: 'late-request', harm: 'deleted-another' },
  { name: 'redlock', fault: 'pause', harm: 'lost', options: ['--nodes', '5'] },
  { name: 'fencing-only-writes', fault: 'pause', harm: 'lost' },
];

const holding: readonly Omit<Row, 'harm'>[] = [
  { name: 'usual', fault: 'kill' },
  { name: 'plain-del', fault: 'kill' },
  { name: 'fencing-token', fault: 'pause' },
  { name: 'if-match', fault: 'pause' },
];

/** Two locks in each language, of workers whose own samples are in the same folder. The first of each is the shorter one. */
const inLanguages: readonly (Row & { readonly language: string; readonly file: string })[] = [
  { language: 'PHP', file: 'theory.php', name: 'plain-del', fault: 'late-request', harm: 'deleted-another' },
  { language: 'PHP', file: 'theory.php', name: 'no-expiry', fault: 'kill', harm: 'stuck' },
  {
    language: 'Python, by hand',
    file: 'theory.py',
    name: 'get-compare-del',
    fault: 'late-request',
    harm: 'deleted-another',
  },
  { language: 'Python, by hand', file: 'theory.py', name: 'setnx-then-expire', fault: 'kill', harm: 'stuck' },
  { language: 'Ruby', file: 'theory.rb', name: 'check-then-set', fault: 'pause', harm: 'lost' },
  { language: 'Ruby', file: 'theory.rb', name: 'incr-then-expire', fault: 'kill', harm: 'stuck' },
  { language: 'bash with redis-cli', file: 'theory.sh', name: 'token-list', fault: 'kill', harm: 'stuck' },
  { language: 'bash with redis-cli', file: 'theory.sh', name: 'hsetnx', fault: 'kill', harm: 'stuck' },
];

// One after the other: they go by real time, and each starts processes of its own.
describe('a lock that theory', () => {
  it.each(sampled(broken, 4))(
    'breaks: $name $options, by $fault: $harm',
    async ({ name, fault, harm, options = [] }) => {
      const { code, outcomes } = await attacked(name, fault, options);
      expect(outcomes).toContain(harm);
      expect(code).toBe(1);
    },
  );

  it.for(sampled(inLanguages, 2))(
    'breaks in $language: $name, by $fault: $harm',
    async ({ language, file, ...row }, { skip }) => {
      const program = attackedPrograms.find(({ name }) => name === language);
      const [runner] = program?.command(folder) ?? [];
      if (runner === undefined) return skip(program?.lack);
      const { code, outcomes } = await attacked(row.name, row.fault, [], [runner, join(samples, file)]);
      expect(outcomes).toContain(row.harm);
      expect(code).toBe(1);
    },
  );

  it.each(sampled(holding, 2))('holds: $name, against $fault', async ({ name, fault, options = [] }) => {
    const { code, errors } = await attacked(name, fault, options);
    expect(errors).toContain('Not seen');
    expect(code).toBe(0);
  });
});
