// An agent's lease on a real Redis, by each choice of who renews: client and storage report what the simulator writes.
import { afterEach, expect, it } from 'vitest';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { sampled } from '../../support/nightly';
import { LiveStage, scenarioOf } from './liveStage';
import { liveWords, simulatedWords } from './reportWords';

let stage: LiveStage | null = null;

afterEach(async () => {
  await stage?.close();
  stage = null;
});

/** The lease lasts 1.5 s and the work 2.3 s: without a renewal, the second agent is inside by then. */
const leaseOf = (renewedBy: string) => ({
  id: 'agent-lease',
  settings: { renewedBy, ttl: 1500, silenceMax: 600, tries: 100, retryDelay: 700, retryJitter: 0 },
});

it.each(sampled(['loop', 'harness', 'harness-while-alive', 'nobody'], 2))(
  '%s',
  async (renewedBy) => {
    const scenario = scenarioOf({
      lock: leaseOf(renewedBy),
      settings: { stagger: 300, think: 10, work: 2300 },
    });
    const live = new LiveStage(scenario, undefined, false);
    stage = live;
    await live.startServers();
    await live.startClients();
    await Promise.all([live.done('client1'), live.done('client2')]);
    await live.settled();
    const { trace } = runScenario(scenario, parts);
    // A loop sends its renewal right after its write, and either answer may come first.
    for (const id of renewedBy === 'loop' ? (['storage'] as const) : (['client1', 'storage'] as const))
      expect(liveWords(live.of(id)), id).toEqual(simulatedWords(trace, id));
    expect(live.notes.filter(({ note }) => note.note === 'problem')).toEqual([]);
  },
  30_000,
);
