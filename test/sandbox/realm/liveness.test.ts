// process.kill with signal 0: which clients live, which are dead, and whose number is used again.
import { afterEach, describe, expect, test } from 'vitest';
import { runScenario } from '../../../src/core/run/runScenario';
import { type Own, ownParts, ownScenario } from '../../support/ownParts';

const opened: Own[] = [];
afterEach(() => {
  for (const own of opened.splice(0)) own.dispose();
});

async function load(source: string): Promise<Own> {
  const own = await ownParts(source);
  opened.push(own);
  return own;
}

describe('a lock that asks whether the process of its holder lives', () => {
  const asks = `
    const lives = (pid) => { try { return process.kill(pid, 0); } catch (error) { return error.code !== 'ESRCH'; } };
    export async function acquire({ redis: [redis], key, log }) {
      if ((await redis.set(key, process.pid, 'NX')) === 'OK') return true;
      const pid = await redis.get(key);
      log(pid + ' ' + lives(pid));
      if (pid !== null && !lives(pid)) await redis.del(key);
      return false;
    }
    export const release = ({ redis, key }) => redis[0].del(key);`;
  const at = { kind: 'step', process: 'client1', step: 'write', nth: 1 };
  const crash = { kind: 'crash', process: 'client1', when: at, restartAfter: 'never' };
  const pause = { kind: 'pause', process: 'client1', when: at, for: 3000 };

  test.for([
    ['a paused one does', { pause }, {}, 'held', '1001 true', '1001 false'],
    ['a dead one is replaced', { crash }, {}, 'held', '1001 false', '2001 true'],
    ['its next life is another process', { crash: { ...crash, restartAfter: 1 } }, {}, 'held', '1001 false', ' false '],
    ['in containers, another has its number', { crash }, { twins: true }, 'stuck', '1 true', '1 false'],
  ] as const)('%s', async ([, faults, settings, outcome, said, unsaid]) => {
    const { parts, recorder } = await load(asks);
    const { verdict, trace } = runScenario(ownScenario(settings, {}, faults as never), parts);
    const lines = recorder.logLines.map(({ text }) => text);
    expect(verdict.outcome).toBe(outcome);
    expect(verdict.facts).not.toContainEqual(expect.objectContaining({ kind: 'deleted-another' }));
    expect(lines).toContain(said);
    expect(lines).not.toContain(unsaid);
    expect(JSON.stringify(runScenario(ownScenario(settings, {}, faults as never), parts).trace)).toBe(
      JSON.stringify(trace),
    );
  });

  test('another signal is refused by name, and ends nobody', async () => {
    const { parts, recorder } = await load(
      `export const acquire = () => { try { process.kill(1002); } catch {} return true; }; export const release = () => {};`,
    );
    expect(runScenario(ownScenario(), parts).verdict.lock).not.toBe('stuck');
    expect(recorder.problems).toContainEqual(
      expect.objectContaining({
        kind: 'not-simulated',
        message: 'process.kill of another client is not simulated but for signal 0, which asks whether it lives.',
      }),
    );
  });
});
