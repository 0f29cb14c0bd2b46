// A program breaks in the same way in front of simulated servers and of real ones.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { attackHere } from '../../support/attackedPrograms';

const worker = new URL('samples/usual.mjs', import.meta.url).pathname;

interface Place {
  readonly fault: string | null;
  readonly place?: { readonly role: string; readonly nth: number };
  readonly resumption?: string;
  readonly runs: readonly { readonly outcome: string; readonly isReached: boolean }[];
}

/** The places, at which of them an update was lost in some run, and what was said. */
async function attacked(...options: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'redlock-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { status, out, errors } = await attackHere([
    ...['--json', '--runs', '1', '--out', folder, ...options, '--', process.execPath, worker],
  ]);
  const places = out === '' ? [] : (JSON.parse(out) as { readonly places: readonly Place[] }).places;
  const lines = places.map(({ fault, place, resumption, runs }) => {
    const isLost = runs.some(({ outcome }) => outcome === 'lost');
    return `${fault} ${place?.role} ${place?.nth} ${resumption}: ${isLost ? 'lost' : 'not lost'}`;
  });
  return { code: status, lines, errors };
}

test('the same places lose an update with a real redis-server', { retry: 2, timeout: 240_000 }, async () => {
  const faults = ['--faults', 'late-request,failover,clock-jump', '--worlds', '6'];
  const simulated = await attacked(...faults);
  const live = await attacked(...faults, '--live');
  expect(live.errors).toContain('clock-jump is left out');
  expect(live.code).toBe(simulated.code);
  expect(live.code).toBe(1);
  expect(live.lines).toEqual(simulated.lines.filter((line) => !line.startsWith('clock-jump')));
});

test('without a redis-server it says so', async () => {
  const { PATH, REDISMS_SYSTEM_BINARY } = process.env;
  onTestFinished(() => {
    Object.assign(process.env, { PATH }, REDISMS_SYSTEM_BINARY === undefined ? {} : { REDISMS_SYSTEM_BINARY });
  });
  process.env['PATH'] = '';
  delete process.env['REDISMS_SYSTEM_BINARY'];
  const { code, errors } = await attacked('--live');
  // Where redis-memory-server has built one, there is one all the same.
  if (code === 2) expect(errors).toContain('There is no redis-server');
});
