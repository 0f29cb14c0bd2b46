/**
 * Runs on real Redis: whether a server offers them, what is under way, and those that have come. Ground state alone: the
 * socket, the columns that grow and all that can be done are in `live/`, which is loaded when it is wanted.
 */
import { create } from 'zustand';
import type { Fault } from '../../model/fault';
import type { KindOfFault } from '../../model/faultKind';
import { sameJson } from '../../model/patch';
import type { Run } from '../../model/run';
import type { Scenario } from '../../model/scenario';
import type { Text } from '../../model/text';
import { registry } from '../../run/onDemand';
import type { Offer } from '../../wire/messages';
import { whyUnable } from '../../wire/unable';
import { useScenario } from './scenario';

/** What is going on between the page and its server. */
export type Phase =
  | { readonly kind: 'closed' }
  | { readonly kind: 'connecting' }
  /** Connected, and nothing is under way. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'setting-up' }
  | { readonly kind: 'queued'; readonly place: number }
  | { readonly kind: 'preparing'; readonly what: Text | null }
  | { readonly kind: 'running' }
  /** The last run came to nothing. `lastWords`: of who had ended. */
  | {
      readonly kind: 'failed';
      readonly problem: Text;
      readonly advice?: Text;
      readonly lastWords?: readonly string[];
      /** Some of it has come. */
      readonly hadBegun?: boolean;
    }
  /** The connection is gone; what has come stays. */
  | { readonly kind: 'lost' }
  /** There has been none. */
  | { readonly kind: 'refused' };

export interface LiveRun {
  readonly id: string;
  /** The committed scenario when it was begun, by which it is found again. */
  readonly asked: Scenario;
  readonly storyId: string | null;
  readonly variantId: string | null;
  /** What has come so far. */
  readonly run: Run;
  readonly state: 'growing' | 'ended' | 'cut-off';
  /** The name of the file that it was opened from. */
  readonly file: string | null;
}

interface LiveState {
  /** Whether a server answers; null: not known yet. */
  readonly hasServer: boolean | null;
  /** Whether the page shows real Redis; its runs stay when it does not. */
  readonly isOn: boolean;
  readonly phase: Phase;
  readonly offer: Offer | null;
  /** What the package has said while it was getting a Redis. */
  readonly setUpLines: readonly string[];
  /** Newest first. */
  readonly runs: readonly LiveRun[];
  /** Whether the simulated run of the same scenario lies behind the live one. */
  readonly hasGhost: boolean;
  /** What was wrong with a file that was to be opened. */
  readonly fileProblem: { readonly name: string; readonly problem: Text } | null;
}

export const useLive = create<LiveState>()(() => ({
  hasServer: null,
  isOn: false,
  phase: { kind: 'closed' },
  offer: null,
  setUpLines: [],
  runs: [],
  hasGhost: false,
  fileProblem: null,
}));

/** Longer runs are megabytes; the last few are what one goes back to. */
const runsMax = 6;

/** Puts the run first, in place of an earlier state of it. */
export const keepLiveRun = (run: LiveRun): void =>
  useLive.setState(({ runs }) => ({ runs: [run, ...runs.filter(({ id }) => id !== run.id)].slice(0, runsMax) }));

type Edited = Pick<ReturnType<typeof useScenario.getState>, 'committed' | 'draft' | 'storyId' | 'variantId'>;

/**
 * The run on real Redis that is on screen: of this very scenario, else the last one of the same telling, which is stale.
 * None while something is dragged: what a drag would come to is simulated.
 */
function shownLive({ isOn, runs }: Pick<LiveState, 'isOn' | 'runs'>, edited: Edited): LiveRun | null {
  if (!isOn || edited.draft !== null) return null;
  const fresh = runs.find((live) => isOf(live, edited.committed));
  if (fresh !== undefined) return fresh;
  const [last] = runs;
  const isSameTelling = last?.storyId === edited.storyId && last?.variantId === edited.variantId;
  return last !== undefined && isSameTelling ? last : null;
}

/** Compared once for each pair: views ask with every event of both stores. */
const compared = new WeakMap<Scenario, WeakMap<Scenario, boolean>>();

/** Whether somebody ended it before it was through. */
export const wasStopped = ({ state, run }: LiveRun): boolean =>
  state === 'ended' && run.trace.header.ended === 'stopped';

/** Whether it has ended of itself, and in time, so that it says how such a run comes out. */
export const isWhole = (live: LiveRun): boolean =>
  live.state === 'ended' &&
  !wasStopped(live) &&
  live.run.trace.header.ended !== 'failed' &&
  live.run.verdict.unknownBecause !== 'late';

/** Whether it still goes on, and nothing has come of it so far. */
export const useIsOpen = ({ verdict }: Run): boolean =>
  useShownLive()?.state === 'growing' && verdict.outcome === 'unknown';

/** Whether it is a run of this scenario. */
export function isOf({ asked }: LiveRun, scenario: Scenario): boolean {
  if (asked === scenario) return true;
  const known = compared.get(asked) ?? new WeakMap<Scenario, boolean>();
  compared.set(asked, known);
  const before = known.get(scenario);
  if (before !== undefined) return before;
  const same = sameJson(asked, scenario);
  known.set(scenario, same);
  return same;
}

export const currentLive = (): LiveRun | null => shownLive(useLive.getState(), useScenario.getState());

/** The same, but for what is being dragged. */
export const liveBeforeDrag = (): LiveRun | null =>
  shownLive(useLive.getState(), { ...useScenario.getState(), draft: null });

export function useShownLive(): LiveRun | null {
  const isOn = useLive((state) => state.isOn);
  const runs = useLive((state) => state.runs);
  return useScenario((state) => shownLive({ isOn, runs }, state));
}

/** The same, but for what is being dragged. */
export function useLiveBeforeDrag(): LiveRun | null {
  const isOn = useLive((state) => state.isOn);
  const runs = useLive((state) => state.runs);
  return useScenario((state) => shownLive({ isOn, runs }, { ...state, draft: null }));
}

export const useIsLive = (): boolean => useLive((state) => state.isOn);

/** Why a fault cannot strike on real Redis; null where it can, and while the page simulates. */
export function useUnable(fault: Fault, scenario: Scenario): Text | null {
  return useLive(({ isOn, offer }) =>
    isOn && offer ? whyUnable(offer.unable, fault, { scenario, kinds: registry.faults }) : null,
  );
}

/** The same of every fault of a kind. What cannot strike a server may still strike a client. */
export function useUnableKind({ kind, strikes }: KindOfFault): Text | null {
  return useLive(({ isOn, offer }) => (isOn && strikes !== 'anybody' ? (offer?.unable[kind] ?? null) : null));
}
