// The page opens the file that a soak saved of a broken run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { judge } from '../../src/core/judge/judge';
import type { Trace } from '../../src/core/model/trace';
import { parts } from '../../src/core/run/parts';
import { simulate } from '../../src/core/sim/simulate';
import { saveTrace } from '../../src/live/server/soak/soak';
import { soakScenario } from '../../src/live/server/soak/soakScenario';
import { outcome, strip } from '../support/livePage';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();

test('a run that the soak has saved opens on a page without a server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const simulated = simulate(soakScenario({ lock: 'redlock', protection: 'no-check' }, 3, 15_000), parts);
  const trace: Trace = { ...simulated, header: { ...simulated.header, origin: 'live', engine: 'Redis 7.0.15' } };
  const file = saveTrace(folder, 'redlock no-check seed 3', trace);
  const { page, problems, close } = await openPage();
  await page.getByRole('button', { name: /^Story / }).waitFor();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open a saved run' }).click(),
  ]);
  await chooser.setFiles(file);
  await strip(page).getByText('from redlock-no-check-seed-3.json').waitFor();
  await expect.poll(() => outcome(page)).toBe(judge(trace, parts).outcome);
  expect(problems).toEqual([]);
  await close();
});
