/** The settings that one process has of its own, read and changed as immutable data. Knows no view. */

import type { ProcessId } from '../../core/model/scenario/processId';
import type { Latency, OwnSettings, Scenario, Setting, Settings } from '../../core/model/scenario/scenario';

/**
 * The scenario in which the process has this setting of its own. `undefined` removes it, and an empty rest is left
 * out.
 */
export function withOwn<K extends keyof OwnSettings>(
  scenario: Scenario,
  process: ProcessId,
  key: K,
  value: OwnSettings[K] | undefined,
): Scenario {
  const { [process]: before, ...others } = scenario.settings.own ?? {};
  const { [key]: _, ...rest } = before ?? {};
  const after = value === undefined ? rest : { ...before, [key]: value };
  const own = Object.keys(after).length === 0 ? others : { ...scenario.settings.own, [process]: after };
  const { own: __, ...settings } = scenario.settings;
  return { ...scenario, settings: Object.keys(own).length === 0 ? settings : { ...settings, own } };
}

/**
 * The scenario in which a client's lock has this setting for it alone, as during the rollout of a new version;
 * `undefined`: as for all clients.
 */
export function withOwnOfLock(
  scenario: Scenario,
  client: ProcessId,
  name: string,
  value: Setting | undefined,
): Scenario {
  const { id } = scenario.lock;
  const before = scenario.settings.own?.[client]?.lock;
  const { [name]: _, ...others } = before?.id === id ? (before.settings ?? {}) : {};
  const settings = value === undefined ? others : { ...others, [name]: value };
  return withOwn(scenario, client, 'lock', Object.keys(settings).length === 0 ? undefined : { id, settings });
}

/** The scenario in which messages from one process to another take this long; `undefined`: as long as to all others. */
export function withLatencyTo(
  scenario: Scenario,
  from: ProcessId,
  to: ProcessId,
  latency: Latency | undefined,
): Scenario {
  const { [to]: _, ...others } = scenario.settings.own?.[from]?.latencyTo ?? {};
  const latencyTo = latency === undefined ? others : { ...scenario.settings.own?.[from]?.latencyTo, [to]: latency };
  return withOwn(scenario, from, 'latencyTo', Object.keys(latencyTo).length === 0 ? undefined : latencyTo);
}

/**
 * How long a message from one process to another takes: the value of the link, else of the sender, the receiver, or of
 * all.
 */
export const latencyOf = ({ own, latency }: Settings, from: ProcessId, to: ProcessId): Latency =>
  own?.[from]?.latencyTo?.[to] ?? own?.[from]?.latency ?? own?.[to]?.latency ?? latency;
