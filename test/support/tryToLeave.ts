/** Runs code that tries to leave the sandbox in the page's own worker, and reports each result. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { ownScenario } from './ownParts';
import { controlLock, sandboxAttacks } from './sandboxAttacks';

interface Tried {
  /** The run of an ordinary lock before any of them. */
  readonly before: string;
  /** `isSame`: afterwards, the ordinary lock had the same run. */
  readonly rows: readonly { readonly name: string; readonly escaped: readonly string[]; readonly isSame: boolean }[];
}

/** @param page has `own/` open */
export async function tryToLeave(page: Page, siteAddress: string, names: readonly string[]): Promise<Tried> {
  await page.locator('.cm-content').waitFor();
  const addressOfWorker = () =>
    page
      .workers()
      .map((one) => one.url())
      .find((url) => url.includes('/assets/own/')) ?? '';
  await expect.poll(addressOfWorker).toContain(siteAddress);
  const address = addressOfWorker();
  const scenario = ownScenario({ ttl: 1000 }, { clients: 2, duration: 4000 });
  return page.evaluate(
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
}
