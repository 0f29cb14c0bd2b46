// Tells stories on real processes: at most three at a time, again where a machine with too much to do came too late, and slower
// then. Knows how late this process was, which also carries every message of a run; so it can tell a busy machine from a fault.
import { registry } from '../../src/explore/registry';
import { judge } from '../../src/judge/judge';
import { type Fields, withDefaults } from '../../src/model/fields';
import type { Choice, Scenario, Setting, Settings } from '../../src/model/scenario';
import type { Ms } from '../../src/model/time';
import type { Trace } from '../../src/model/trace';
import type { LiveNews, RunLive } from '../../src/server/run/news';
import { simulate } from '../../src/sim/simulate';
import type { Telling } from '../stories/tellings';
import { holdsFollowTheirLife } from '../support/rules/holds';
import { messagesEndOnce } from '../support/rules/messages';
import { nobodyActsWhileStopped, timeNeverFalls } from '../support/rules/processes';
import { brokenRules, type MakeRule } from '../support/rules/rule';

/** One run of a telling, and what was otherwise than it is told. */
export interface Try {
  readonly slower: number;
  /** How late the timers of this process were while it ran, at most. */
  readonly lateMs: Ms;
  /** Empty where all is as it is told. */
  readonly otherwise: readonly string[];
}

const triesMax = 5;

/** A run that is told again because the machine was busy takes so many times as long, at most. */
const slowestOfAll = 4;

/** So much longer is a run that is told again. */
const timeToEndMs = 3000;

/** What is told of a run has room for this much in a message, at its own speed. */
export const lateMsMax = 15;

/** Runs it until it comes out as it is told: once where the machine has time, unless real scheduling may change it. */
export async function tell(
  telling: Telling,
  run: RunLive,
  options: { readonly mayChange: boolean; readonly slowest: number },
): Promise<readonly Try[]> {
  const tries: Try[] = [];
  let slower = 1;
  let isBusy = false;
  for (let nth = 0; nth < triesMax; nth++) {
    const scenario = slowed(telling.scenario, slower);
    const one = await tellOnce(telling, run, slower, nth === 0 ? scenario : withTimeToEnd(telling, scenario));
    tries.push(one);
    // Who was late a moment ago may have others late now, of which this process sees nothing.
    isBusy ||= one.lateMs > lateMsMax * slower;
    if (one.otherwise.length === 0 || !(options.mayChange || isBusy)) break;
    if (isBusy) slower = Math.min(slower + 1, slowestOfAll, options.slowest);
  }
  return tries;
}

/** Runs a scenario, and again, slower, where this machine was late and it came out otherwise. */
export async function untilTold<T extends { readonly trace: Trace }>(
  run: (scenario: Scenario) => Promise<T>,
  scenario: Scenario,
  outcome: string,
): Promise<T> {
  for (let slower = 1; ; slower++) {
    const watch = new LateWatch();
    watch.begin();
    const told = await run(slowed(scenario, slower));
    watch.end();
    const isBusy = watch.lateMs > lateMsMax * slower;
    if (judge(told.trace).outcome === outcome || !isBusy || slower === slowestOfAll) return told;
  }
}

/** What comes late comes before the end, in a story that would be the same if it went on. */
function withTimeToEnd({ outcome, facts }: Telling, scenario: Scenario): Scenario {
  const { settings } = scenario;
  const longer = { ...scenario, settings: { ...settings, duration: settings.duration + timeToEndMs } };
  const verdict = judge(simulate(longer, registry));
  const isSame = verdict.outcome === outcome && facts.every((fact) => verdict.facts.some(({ kind }) => kind === fact));
  return isSame ? longer : scenario;
}

async function tellOnce({ outcome, facts }: Telling, run: RunLive, slower: number, scenario: Scenario): Promise<Try> {
  const watch = new LateWatch();
  try {
    const done = await run(scenario, {
      onNews: ({ type }: LiveNews) => {
        if (type === 'began') watch.begin();
      },
    });
    const otherwise = done.ok ? whatIsOtherwise(done.trace, outcome, facts) : [done.problem.en];
    return { slower, lateMs: watch.lateMs, otherwise };
  } finally {
    watch.end();
  }
}

const rules: readonly MakeRule[] = [timeNeverFalls, nobodyActsWhileStopped, holdsFollowTheirLife, messagesEndOnce];

function whatIsOtherwise(trace: Trace, outcome: string, facts: Telling['facts']): readonly string[] {
  const verdict = judge(trace);
  const found = verdict.facts.map(({ kind }) => kind);
  return [
    ...(verdict.outcome === outcome ? [] : [`${verdict.outcome} instead of ${outcome}`]),
    ...facts.flatMap((fact) => (found.includes(fact) ? [] : [`no ${fact}`])),
    ...(found.includes('fault-missed') && !facts.includes('fault-missed') ? ['a fault found nothing to strike'] : []),
    ...brokenRules(trace, rules),
  ];
}

/** How late the timers of this process are: what it has to do for a run waits as long. */
export class LateWatch {
  lateMs = 0;
  private timer: NodeJS.Timeout | null = null;

  begin(): void {
    const everyMs = 5;
    let last = performance.now();
    this.timer = setInterval(() => {
      const now = performance.now();
      this.lateMs = Math.max(this.lateMs, Math.round(now - last - everyMs));
      last = now;
    }, everyMs);
  }

  end(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }
}

/** The same in slow motion: every length of time is so many times as long. Whole seconds stay whole. */
export function slowed(scenario: Scenario, times: number): Scenario {
  const longer = (ms: number): number => Math.round(ms * times);
  const lock = registry.locks.get(scenario.lock.id);
  const storage = registry.resources.get(scenario.storage.id);
  const settings = timesIn(scenario.settings, longer) as Settings;
  return {
    ...scenario,
    lock: choiceIn(scenario.lock, lock?.fields ?? {}, longer),
    storage: choiceIn(scenario.storage, storage?.fields ?? {}, longer),
    settings,
    faults: timesIn(scenario.faults, longer) as Scenario['faults'],
  };
}

/** Fields of scenario and faults that are lengths of time in ms, or tables of such. */
const timeNames = new Set([
  ...['stagger', 'think', 'work', 'storageTimeout', 'duration', 'patience', 'replicaLag', 'start', 'offset'],
  ...['at', 'plus', 'for', 'by', 'over', 'after', 'restartAfter', 'latency', 'min', 'p50', 'p99', 'max'],
]);

function timesIn(value: unknown, longer: (ms: number) => number, name = ''): unknown {
  if (typeof value === 'number') return timeNames.has(name) ? longer(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value;
  // A link's latency stands under the name of a process.
  const nameIn = (key: string): string => (name === 'latencyTo' ? 'latency' : key);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, timesIn(inner, longer, nameIn(key))]));
}

/** Seconds are counts to the fields: these names are theirs. */
const secondNames = new Set(['expire', 'timeout', 'extendsTo']);

function choiceIn(choice: Choice, fields: Fields, longer: (ms: number) => number): Choice {
  const all: Readonly<Record<string, Setting>> = withDefaults(fields, choice.settings);
  const settings = Object.entries(all).map(([name, value]) => {
    const field = fields[name];
    const isTime = field?.kind === 'number' && (field.unit === 'ms' || secondNames.has(name));
    return [name, isTime && typeof value === 'number' && value > 0 ? longer(value) : value] as const;
  });
  return { ...choice, settings: Object.fromEntries(settings) };
}
