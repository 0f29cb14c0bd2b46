// The scenarios that the tests of the explorer search. Nothing in them is random, so nodes are alike.

import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { defaultSettings, type Scenario, type Setting, type Settings } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import type { Placements } from '../../../src/search/explore/branch';
import { type Asked, type Space, spaceOf } from '../../../src/search/explore/space';

export interface SpaceSetup {
  /** The id of a lock or of a library. */
  readonly lock: string;
  readonly lockSettings?: Readonly<Record<string, Setting>>;
  readonly check?: string;
  readonly checkSettings?: Readonly<Record<string, Setting>>;
  readonly settings?: Partial<Omit<Settings, 'nodes'>>;
  readonly nodes?: number;
  /** Of each node. */
  readonly replicas?: number;
}

/** The scenario with which the page starts, with another lock or check: two clients, one round each, no fault. */
export function regular({
  lock,
  lockSettings,
  check = 'no-check',
  checkSettings,
  settings,
  nodes = 5,
  replicas = 0,
}: SpaceSetup): Scenario {
  const profile = parts.profiles.get(lock);
  const scenario = {
    version: 2,
    seed: 0,
    lock: {
      ...(profile === undefined ? { id: lock } : { id: profile.lock, profile: profile.id }),
      ...(lockSettings && { settings: lockSettings }),
    },
    storage: { id: check, ...(checkSettings && { settings: checkSettings }) },
    settings: { ...defaultSettings, ...settings, nodes: { ...defaultSettings.nodes, count: nodes, replicas } },
    faults: {},
  };
  const parsed = parseScenario(scenario, parts);
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message.en).join(' '));
  return parsed.scenario;
}

export const spaceWith = (setup: SpaceSetup, asked: Asked = {}): Space => spaceOf(regular(setup), parts, asked);

/** `pause client1 1.043 + lose nodeA 1.2`: kind, process and second of each fault. */
export const written = (placements: Placements): string =>
  placements.map(({ fault, process, at }) => `${fault.kind} ${process} ${at / 1_000_000}`).join(' + ');
