/**
 * The runs of a reader's code. They are made in the sandbox, so they arrive a moment later: until then the run before
 * is shown.
 */
import { create } from 'zustand';
import { judge } from '../../core/judge/judge';
import { sameJson } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import { type OwnCode, type OwnProblem, type OwnRun, ownLockId } from '../../sandbox/own/ownCalls';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { latestOnly } from '../state/longRun';
import { openRun, resetHistory } from '../state/openRun';
import { currentParts } from '../state/parts';
import { runs } from '../state/run';
import type { OwnAsked } from './ownCodeWorker';
import type { Faults, ShownOwn } from './ownScenario';

interface OwnRuns {
  /** The faults of the next run. */
  readonly faults: Faults;
  /** What is on screen; null: nothing has run yet. */
  readonly shown: (ShownOwn & { readonly code: OwnCode }) | null;
  readonly ownRun: OwnRun | null;
  /** The newest run that has arrived. */
  readonly run: Run | null;
  /** Why the present code cannot run. Null: it can. */
  readonly problem: OwnProblem | null;
}

const nothing = { shown: null, ownRun: null, run: null, problem: null };

export const useOwnRuns = create<OwnRuns>()(() => ({ faults: { kind: 'pause' }, ...nothing }));

/**
 * Removes every run of other code from the screen.
 * @param faults of the next run
 */
export const forgetRuns = (faults: Faults): void => useOwnRuns.setState({ faults, ...nothing });

export const chooseFaults = (faults: Faults): void => useOwnRuns.setState({ faults });

const runOf = ({ scenario, trace }: Pick<OwnRun, 'scenario' | 'trace'>): Run => ({
  scenario,
  trace,
  verdict: judge(trace, currentParts()),
});

/**
 * Puts a run on screen, at its end.
 * @param plays whether it plays from its beginning
 */
export function showOwn(ownRun: OwnRun, setup: Omit<ShownOwn, 'scenario'> & { code: OwnCode }, plays: boolean): void {
  const { committed } = useEdition.getState();
  // The same scenario keeps its place in the edition, whatever the code.
  const scenario = sameJson(ownRun.scenario, committed) ? committed : ownRun.scenario;
  const run = runOf({ ...ownRun, scenario });
  runs.cacheRun(run);
  useOwnRuns.setState({ shown: { ...setup, scenario }, ownRun, run, problem: null });
  openRun({ scenario, storyId: null, variantId: null }, 'start');
  resetHistory();
  useCursor.setState(plays ? { at: 0, playing: true } : { at: run.trace.header.endedAt });
}

/** Makes the runs of a dragged fault in the sandbox, one at a time: the newest one is next. */
export function followDrags(calls: OwnAsked): void {
  const play = async (scenario: Scenario): Promise<Run | null> => {
    const { shown } = useOwnRuns.getState();
    if (shown === null) return null;
    const ownRun = await calls.run({ code: shown.code, scenario });
    const run = runOf({ scenario, trace: ownRun.trace });
    useOwnRuns.setState({ ownRun, run, shown: { ...shown, scenario } });
    return run;
  };
  runs.setSimulator(latestOnly(play));
  runs.setPlaceholderRuns((scenario) => {
    const { run } = useOwnRuns.getState();
    return run === null || scenario.lock.id !== ownLockId ? null : { ...run, scenario };
  });
}
