/**
 * Runs on real Redis: whether a server offers them, the one under way, and the finished ones. This is ground state
 * only; `shownLive` joins it with what is open. The socket, the growing columns and all actions are in `live/`, which
 * is loaded on demand.
 */
import { create } from 'zustand';
import type { Fault } from '../../core/model/scenario/fault';
import type { KindOfFault } from '../../core/model/scenario/faultKind';
import { sameJson } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import type { Text } from '../../core/model/values/text';
import type { Offer } from '../../live/wire/messages';
import { whyUnsupported } from '../../live/wire/unsupported';
import { currentParts } from './parts';

/** The state between the page and its server. */
export type Phase =
  | { readonly kind: 'closed' }
  | { readonly kind: 'connecting' }
  /** Connected and idle. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'setting-up' }
  | { readonly kind: 'queued'; readonly place: number }
  | { readonly kind: 'preparing'; readonly what: Text | null }
  | { readonly kind: 'running' }
  /** The last run failed. `lastWords` is the last output of the process that ended. */
  | {
      readonly kind: 'failed';
      readonly problem: Text;
      readonly advice?: Text;
      readonly lastWords?: readonly string[];
      /** Whether some of its rows have arrived. */
      readonly hadBegun?: boolean;
    }
  /** The connection is lost; the rows that arrived stay. */
  | { readonly kind: 'lost' }
  /** The connection was never made. */
  | { readonly kind: 'refused' };

export interface LiveRun {
  readonly id: string;
  /** The committed scenario when the run began; it is the key by which the run is found again. */
  readonly requestedScenario: Scenario;
  readonly storyId: string | null;
  readonly variantId: string | null;
  /** The run so far. */
  readonly run: Run;
  readonly state: 'growing' | 'ended' | 'cut-off';
  /** The name of the file that it was opened from. */
  readonly file: string | null;
}

interface LiveState {
  /** Whether a server answers; null: not known yet. */
  readonly hasServer: boolean | null;
  /** Whether the page shows real Redis. When it does not, its runs are kept. */
  readonly isOn: boolean;
  readonly phase: Phase;
  readonly offer: Offer | null;
  /** What the package printed while it was fetching Redis. */
  readonly setUpLines: readonly string[];
  /** Newest first. */
  readonly runs: readonly LiveRun[];
  /** Whether the simulated run of the same scenario is drawn behind the live one. */
  readonly asksGhost: boolean;
}

export const useLive = create<LiveState>()(() => ({
  hasServer: null,
  isOn: false,
  phase: { kind: 'closed' },
  offer: null,
  setUpLines: [],
  runs: [],
  asksGhost: false,
}));

/** Whether everything that is needed first has loaded; by then it is known whether a server answers. */
export const useIsAtRest = (): boolean => useLive((state) => state.hasServer !== null);

/** The most runs kept. A long run takes megabytes, and people go back only to the last few. */
const runsMax = 6;

/** Puts the run first and removes its earlier state. */
export const keepLiveRun = (run: LiveRun): void =>
  useLive.setState(({ runs }) => ({ runs: [run, ...runs.filter(({ id }) => id !== run.id)].slice(0, runsMax) }));

interface Edited extends Pick<LiveRun, 'storyId' | 'variantId'> {
  readonly committed: Scenario;
  readonly draft: Scenario | null;
}

/**
 * The run on real Redis that is on screen: the run of this very scenario, or else the last run of the same variant,
 * which is then stale. During a drag it is null, because the result of a drag is simulated.
 */
export function shownLive({ isOn, runs }: Pick<LiveState, 'isOn' | 'runs'>, edited: Edited): LiveRun | null {
  if (!isOn || edited.draft !== null) return null;
  const fresh = runs.find((live) => isOf(live, edited.committed));
  if (fresh !== undefined) return fresh;
  const [last] = runs;
  const isSameVersion = last?.storyId === edited.storyId && last?.variantId === edited.variantId;
  return last !== undefined && isSameVersion ? last : null;
}

/** Compares each pair only once: views ask at every change of both stores. */
const compared = new WeakMap<Scenario, WeakMap<Scenario, boolean>>();

/** Whether a person stopped it before it finished. */
export const wasStopped = ({ state, run }: LiveRun): boolean =>
  state === 'ended' && run.trace.header.ended === 'stopped';

/** Whether it ended by itself and in time, so that its end is what such a run comes to. */
export const isWhole = (live: LiveRun): boolean =>
  live.state === 'ended' &&
  !wasStopped(live) &&
  live.run.trace.header.ended !== 'failed' &&
  live.run.verdict.unknownBecause !== 'late';

export function isOf({ requestedScenario }: LiveRun, scenario: Scenario): boolean {
  if (requestedScenario === scenario) return true;
  const results = compared.get(requestedScenario) ?? new WeakMap<Scenario, boolean>();
  compared.set(requestedScenario, results);
  const before = results.get(scenario);
  if (before !== undefined) return before;
  const same = sameJson(requestedScenario, scenario);
  results.set(scenario, same);
  return same;
}

export const useIsLive = (): boolean => useLive((state) => state.isOn);

/** Why a fault cannot be injected on real Redis; null if it can, and while the page simulates. */
export function useUnable(fault: Fault, scenario: Scenario): Text | null {
  return useLive(({ isOn, offer }) =>
    isOn && offer ? whyUnsupported(offer.unable, fault, { scenario, kinds: currentParts().faults }) : null,
  );
}

/** The same for all faults of a kind. A fault that cannot hit a server may still hit a client. */
export function useUnableKind({ kind, appliesTo }: KindOfFault): Text | null {
  return useLive(({ isOn, offer }) => (isOn && appliesTo !== 'anybody' ? (offer?.unable[kind] ?? null) : null));
}
