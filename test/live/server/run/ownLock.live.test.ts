// `npm start -- --lock my-lock.ts`: a press on the page runs the file on real Redis under the chosen faults.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { judge } from '../../../../src/core/judge/judge';
import type { Scenario } from '../../../../src/core/model/scenario/scenario';
import type { Severity } from '../../../../src/core/model/trace/severity';
import { GrowingTrace } from '../../../../src/live/wire/growingTrace';
import type { FromServer } from '../../../../src/live/wire/messages';
import { ownParts } from '../../../../src/sandbox/attack/ownParts';
import { attackScenario } from '../../../../src/sandbox/own/attackScenario';
import { sample } from '../../../support/attackCommand';
import { openPage, type Page, startBackendProcess } from './backendProcess';

/** Client 1 is stopped for 3 s while it works. It asks first: on real Redis either could be first of two at once. */
const press = (ttl: number): Scenario => {
  const { settings, ...world } = attackScenario({ nodes: 1, ttl, token: false });
  return { ...world, settings: { ...settings, stagger: 100 }, faults: pausedAtWrite };
};

const pausedAtWrite: Scenario['faults'] = {
  one: {
    kind: 'pause',
    process: 'client1',
    when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
    for: 3000,
  },
};

const is =
  <T extends FromServer['type']>(type: T) =>
  (message: FromServer): message is Extract<FromServer, { type: T }> =>
    message.type === type;

/** Presses the button, and judges the result as a page does. */
async function outcome(page: Page, ttl: number): Promise<Severity> {
  page.heard.length = 0;
  page.order('a', press(ttl));
  const end = await page.hears('ended', 'failed');
  const began = page.heard.find(is('began'));
  if (end.type !== 'ended' || began === undefined) throw new Error(JSON.stringify(end));
  const growing = new GrowingTrace(began.header);
  for (const rows of page.heard.filter(is('rows'))) expect(growing.add(rows)).toBeNull();
  return judge(growing.trace(end.header), ownParts).outcome;
}

it('runs the file as it is now, and tells the page its name and its numbers alone', { timeout: 90_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'own-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'my-lock.ts');
  const code = readFileSync(sample('ownValue'), 'utf8');
  writeFileSync(file, code);
  const page = await openPage(await startBackendProcess({}, file));
  const offered = { name: 'my-lock.ts', nodes: 1, ttl: 2000, token: false };
  expect(page.heard[0]).toMatchObject({ lock: offered });
  expect(await outcome(page, 2000)).toBe('lost');

  // The author gives the lock a longer TTL. The page learns of it with the first press, whose faults were made for
  // the shorter one.
  writeFileSync(file, code.replace('ttl: 2000', 'ttl: 8000'));
  await expect(outcome(page, 2000)).rejects.toThrow('my-lock.ts has other settings now: 1 node, TTL 8 s.');
  await expect.poll(() => page.heard.findLast(is('offer'))?.lock).toEqual({ ...offered, ttl: 8000 });
  expect(await outcome(page, 8000)).toBe('held');

  // A syntax error is shown at the press, without the folder of the file.
  writeFileSync(file, `${code}\n}`);
  page.heard.length = 0;
  page.order('b', press(8000));
  const { problem } = (await page.hears('failed')) as Extract<FromServer, { type: 'failed' }>;
  expect(problem.en).toMatch(/^my-lock\.ts, line \d+: /);
  expect(JSON.stringify(page.heard)).not.toContain(folder);
});
