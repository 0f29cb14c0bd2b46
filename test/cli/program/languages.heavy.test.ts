// Workers in several languages, each attacked as it is: a pause behind its lock loses an update, and a killed worker does
// not. npm's redlock 5 suffers the same as a process as it does in the simulated world.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { attack, sample } from '../../support/attackCommand';
import { areAttackedInstalled, attackedMissing } from '../../support/attackedLibraries';
import { attackedPrograms, attackHere, programTable, redlockProcess } from '../../support/attackedPrograms';
import { sampled } from '../../support/nightly';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attack-languages-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Report {
  readonly status: number;
  readonly errors: string;
  /** The accounts, the worst first: each begins with the place at which it breaks. */
  readonly accounts: readonly string[];
  /** Every place at which something breaks. */
  readonly places: readonly string[];
}

/** In this process, which starts sooner than one of its own. */
async function attackProgram(program: readonly string[], ...options: readonly string[]): Promise<Report> {
  const typed = ['--runs', '1', '--faults', 'pause,kill', '--out', join(folder, 'runs'), ...options, '--', ...program];
  const { status, out, errors } = await attackHere(typed);
  return {
    status,
    errors,
    accounts: out.split(/^\d+\. /m).slice(1),
    places: [...out.matchAll(/^(?:\d+\.|Also:) (.*)/gm)].map(([, place = '']) => place),
  };
}

/** A pause behind its lock loses an update, at two places; a killed worker does no harm; nothing stayed untried. */
function expectUsualHarms({ status, errors, accounts: [worst = ''], places }: Report): void {
  expect(worst, errors).toMatch(/^The first client is paused after it has (taken the lock|read)\b.*: in 1 of 1 run/);
  expect(worst).toMatch(/^An update was lost$/m);
  expect(places.filter((place) => !place.startsWith('The first client is paused'))).toEqual([]);
  expect(places.some((place) => place.includes('after it has read'))).toBe(true);
  expect(errors).not.toContain('not reached');
  expect(status).toBe(1);
}

describe('a worker loses an update by a pause, and none by its death:', () => {
  it.for(sampled(attackedPrograms, 2))('$name', async ({ command, lack }, { skip }) => {
    const program = command(folder);
    if (program === null) return skip(lack);
    expectUsualHarms(await attackProgram(program));
  });
});

it('redlock 5 suffers the same as a process and in the simulated world', async ({ skip }) => {
  skip(!areAttackedInstalled, attackedMissing);
  expectUsualHarms(await attackProgram(redlockProcess, '--nodes', '5'));
  const typed = ['--faults', 'pause,crash', '--harm', 'lost', '--json', '--out', join(folder, 'simulated')];
  const { out } = await attack(sample('redlock5'), ...typed);
  const { breaks, isWhole }: Simulated = JSON.parse(out);
  expect(new Set(breaks.flatMap(({ faults }) => faults.map(({ kind }) => kind)))).toEqual(new Set(['pause']));
  expect(isWhole).toBe(true);
});

interface Simulated {
  readonly isWhole: boolean;
  readonly breaks: readonly { readonly faults: readonly { readonly kind: string }[] }[];
}

it('the table of attacked libraries ends with these workers, broken by a pause', async () => {
  const table = await readFile(join(root, 'test/sandbox/attack/TABLE.md'), 'utf8');
  expect(table.endsWith(`\n${programTable}`)).toBe(true);
  const rows = programTable.split('\n').filter((line) => /^\| (?!worker|---)/.test(line));
  expect(rows.length).toBe(attackedPrograms.length + 1);
  expect(rows.filter((row) => !row.includes('| pause | kill |'))).toEqual([]);
});
