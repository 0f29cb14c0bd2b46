/** Runs the reader's code after each rest in typing. While the code is wrong, the last run stays. */
import { useEffect } from 'react';
import type { InWorker } from '../../core/model/effects/calls';
import type { OwnCalls } from '../../sandbox/own/ownCalls';
import { useJob } from '../state/useJob';
import { codeOf, useOwnCode } from './ownCode';
import { showOwn, useOwnRuns } from './ownRuns';
import { ownScenario } from './ownScenario';
import { within } from './within';

/** How long the typing rests before the code runs, in ms. */
const restMs = 300;

export interface Following {
  readonly isGoing: boolean;
  /** Why there is no answer: the sandbox could not be loaded, or the code has crashed it. */
  readonly lost: Error | null;
  readonly again: () => void;
}

/** @param isWanted false: nothing can run here */
export function useOwnRun(worker: InWorker<OwnCalls>, isWanted = true): Following {
  const faults = useOwnRuns((state) => state.faults);
  const isWaiting = useOwnCode((state) => state.isWaiting);
  const lock = useOwnCode((state) => state.lock);
  const guard = useOwnCode((state) => state.guard);
  const check = useOwnCode((state) => (state.guard === 'own' ? state.check : null));
  const isFirst = useOwnRuns((state) => state.shown === null);
  const { state, value, error, again } = useJob(
    isWaiting || !isWanted ? null : [lock, check, guard, faults],
    async (signal) => {
      const code = codeOf(useOwnCode.getState());
      const checked = await within(worker, (calls) => calls.check(code, { signal }));
      if (!checked.ok) return { ok: false as const, problem: checked.problem };
      const { shown } = useOwnRuns.getState();
      const choices = { settings: checked.settings, guard, faults };
      const scenario = ownScenario(choices, shown);
      const ownRun = await within(worker, (calls) => calls.run({ code, scenario }, { signal }));
      // A run that an attack has found, and that has not been seen yet.
      const plays = faults.kind === 'found' && shown?.faults !== faults;
      return { ok: true as const, ownRun, shown: { ...choices, code }, plays };
    },
    { afterMs: isFirst ? 0 : restMs },
  );
  useEffect(() => {
    if (value === null) return;
    if (value.ok) showOwn(value.ownRun, value.shown, value.plays);
    else useOwnRuns.setState({ problem: value.problem });
  }, [value]);
  return { isGoing: state === 'going', lost: error, again };
}
