// The pause at the heart of the argument, with any check at the resource: client 1 reads and then stops for longer
// than its lock lives, and client 2 gets the lock meanwhile.

import type { Fault, When } from '../../src/core/model/scenario/fault';
import { parseScenario } from '../../src/core/model/scenario/parse/parseScenario';
import type { Choice, Scenario, Settings } from '../../src/core/model/scenario/scenario';
import { defaultSettings } from '../../src/core/model/scenario/scenario';
import type { Run } from '../../src/core/model/trace/run';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';

export interface ArticleRun {
  readonly storage: Choice;
  readonly lock?: Choice;
  readonly settings?: Partial<Settings>;
  readonly faults?: Readonly<Record<string, Fault>>;
  readonly seed?: number;
}

/** One Redis node with a counter for tokens, and two clients with one round each. */
function articleScenario({ storage, lock, settings, faults, seed = 1 }: ArticleRun): Scenario {
  const parsed = parseScenario(
    {
      version: 2,
      seed,
      lock: lock ?? { id: 'single-node', settings: { ttl: 2000, nodeTimeout: 400, token: 'counter' } },
      storage,
      settings: {
        ...defaultSettings,
        stagger: 1600,
        think: 500,
        work: 150,
        latency: { min: 15, p50: 28, p99: 60, max: 75 },
        duration: 9000,
        patience: 6000,
        ...settings,
      },
      faults: faults ?? { pause: pauseAt({ kind: 'step', process: 'client1', step: 'write', nth: 1 }) },
    },
    parts,
  );
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message.en).join(' '));
  return parsed.scenario;
}

export const articleRun = (given: ArticleRun): Run => runScenario(articleScenario(given), parts);

/** Client 1 stops for longer than a TTL of 2 s. */
const pauseAt = (when: When, forMs = 2600): Fault => ({ kind: 'pause', process: 'client1', when, for: forMs });

/** Client 1 stops just before its nth request to the resource. */
export const pauseBeforeRequest = (nth: number, forMs?: number, to: 'storage' | 'storageA' = 'storage'): Fault =>
  pauseAt({ kind: 'request', to, from: 'client1', side: 'before', nth }, forMs);
