/** What a reader's file declares before any run: its form and its settings. */

import { formatMs } from '../../core/model/values/format';
import { leaseMax } from '../../core/model/values/time';
import type { Host } from '../own/host';
import type { CheckResult, OwnProblem } from '../own/ownCalls';
import { ownFields } from '../own/ownLockFields';
import { defaultCall, type Engine, ownProblem } from '../own/realm';

/** A world in which nothing happens, since the file may read a clock while it is evaluated. */
const nowhere: Host = {
  now: () => 0,
  mono: () => 0,
  random: () => 0,
  bytes: (count) => '00'.repeat(count),
  lives: () => false,
  ask: () => {},
  drop: () => {},
  settled: () => {},
  report: () => {},
};

export function readSettings(engine: Engine): CheckResult {
  const rest = engine.beginRun();
  const begun = {
    me: 'client1',
    number: 1,
    pid: 1001,
    key: 'stock',
    ttl: 2000,
    nodes: 1,
    lines: false,
    ...defaultCall,
  };
  const { realm } = engine.live(begun, nowhere);
  rest();
  const as = realm.begunAs();
  if (!as.ok) return { ok: false, problem: ownProblem(as.problem, 'lock') };
  if (as.waits)
    return refused(
      'At its top the file waits (await) for an answer that a server gives only in a run. Let acquire ask for it.',
    );
  const { nodes = 1, ttl = 2000, token = false } = as.settings as Record<string, unknown>;
  if (!isWhole(nodes, 1, ownFields.nodes.max))
    return refused(`settings.nodes is ${jsonText(nodes)}. Allowed: 1 to ${ownFields.nodes.max}.`);
  if (!isWhole(ttl, 1, leaseMax))
    return refused(`settings.ttl is ${jsonText(ttl)}. Allowed: 1 ms to ${formatMs(leaseMax)}.`);
  return { ok: true, form: as.form, settings: { nodes, ttl, token: token === true } };
}

const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

const jsonText = (value: unknown): string => JSON.stringify(value) ?? String(value);

const refused = (message: string): { ok: false; problem: OwnProblem } => ({
  ok: false,
  problem: { kind: 'form', message, place: null },
});
