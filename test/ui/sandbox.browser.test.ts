// The sandbox in Chromium, with the worker and the policy that are published: code does not get out, and leaves nothing behind.
import { expect, inject, test } from 'vitest';
import { byNight } from '../support/nightly';
import { ownScenario } from '../support/ownParts';
import { prepareBrowser } from '../support/page';
import { controlLock, sandboxAttacks } from '../support/sandboxAttacks';

const openPage = prepareBrowser();

/** At each push those that Node cannot try: what a page, a worker and its policy are. */
const ofBrowsers = [
  'reaches for what a page has',
  'imports a module at once',
  'imports from a data address',
  'loops for ever',
  'changes JSON',
];
const names = byNight(Object.keys(sandboxAttacks), ofBrowsers);

test('code that tries to leave the sandbox', { timeout: 600_000 }, async () => {
  const { page, close } = await openPage('own/');
  await page.locator('.cm-content').waitFor();
  const addressOfWorker = () =>
    page
      .workers()
      .map((one) => one.url())
      .find((url) => url.includes('/assets/own/')) ?? '';
  await expect.poll(addressOfWorker).toContain(inject('siteAddress'));
  const address = addressOfWorker();
  const scenario = ownScenario({ ttl: 1000 }, { clients: 2, duration: 4000 });
  const found = await page.evaluate(
    async ({ address, scenario, attacks, control }) => {
      const worker = new Worker(address, { type: 'module' });
      let last = 0;
      const ask = (name: string, question: unknown): Promise<{ answer?: never; problem?: string }> =>
        new Promise((resolve) => {
          const id = ++last;
          worker.addEventListener('message', ({ data }) => {
            if (data.id === id && data.kind !== 'told') resolve(data);
          });
          worker.postMessage({ kind: 'call', id, name, question });
        });
      const run = async (lock: string) => {
        const { answer, problem } = await ask('run', { code: { lock, check: null }, scenario });
        return {
          answer: answer as { logged: { text: string }[]; trace: { count: number; at: Int32Array } } | undefined,
          problem,
        };
      };
      const shape = async (): Promise<string> => {
        const { answer } = await run(control);
        return `${answer?.trace.count} ${answer?.trace.at.slice(0, answer.trace.count).join(' ')}`;
      };
      const before = await shape();
      const rows: { name: string; escaped: string[]; isSame: boolean }[] = [];
      for (const [name, lock] of attacks) {
        const { answer } = await run(lock);
        const escaped = (answer?.logged ?? []).map(({ text }) => text).filter((text) => text.startsWith('ESCAPED'));
        rows.push({ name, escaped, isSame: (await shape()) === before });
      }
      worker.terminate();
      return { before, rows };
    },
    {
      address,
      scenario,
      control: controlLock,
      attacks: names.map((name) => [name, sandboxAttacks[name] ?? ''] as const),
    },
  );
  expect(found.before.length).toBeGreaterThan(20);
  expect(found.rows).toEqual(names.map((name) => ({ name, escaped: [], isSame: true })));
  await close();
});
