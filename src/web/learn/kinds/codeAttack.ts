/** The attack on the lock of an exercise: what was attacked, the results so far, and which of its runs is on screen. */
import { create } from 'zustand';
import { judge } from '../../../core/judge/judge';
import type { InWorker } from '../../../core/model/effects/calls';
import type { AttackId } from '../../../core/model/links/attackId';
import type { CodeExercise } from '../../../core/model/scenario/exercise';
import type { Run } from '../../../core/model/trace/run';
import { worldOf } from '../../../sandbox/own/attempt';
import type { AttackRow, OwnCalls, OwnProblem } from '../../../sandbox/own/ownCalls';
import { ownCodeWorker } from '../../own/ownCodeWorker';
import { within, withinEach } from '../../own/within';
import { currentParts } from '../../state/parts';
import { parkAtViolation } from '../../state/playhead';

interface CodeAttack {
  /** The id of the exercise. */
  readonly id: string | null;
  /** The lock that was attacked. */
  readonly lock: string;
  readonly state: 'going' | 'done' | 'stopped' | 'failed';
  readonly rows: readonly AttackRow[];
  readonly problem: OwnProblem | null;
  /** Null: the code is on screen. */
  readonly visibleRun: { readonly attack: AttackId; readonly run: Run } | null;
  /** The attack that was chosen as an answer, and the one that was submitted. */
  readonly chosen: AttackId | null;
  readonly named: AttackId | null;
}

const fresh: CodeAttack = {
  id: null,
  lock: '',
  state: 'stopped',
  rows: [],
  problem: null,
  visibleRun: null,
  chosen: null,
  named: null,
};

export const useCodeAttack = create<CodeAttack>()(() => fresh);

let worker: InWorker<OwnCalls> | null = null;
const sandbox = (): InWorker<OwnCalls> => {
  worker ??= ownCodeWorker();
  return worker;
};

/** Each attack has a number, so that a stopped attack reports nothing more. */
let count = 0;

/** Clears the results of another exercise. */
export function beginCode({ id }: CodeExercise): void {
  if (useCodeAttack.getState().id === id) return;
  stopAttack();
  useCodeAttack.setState({ ...fresh, id });
}

export function stopAttack(): void {
  count++;
  if (useCodeAttack.getState().state !== 'going') return;
  sandbox().end();
  useCodeAttack.setState({ state: 'stopped' });
}

export async function attackIt(exercise: CodeExercise, lock: string): Promise<void> {
  const mine = ++count;
  const report = (progress: Partial<CodeAttack>): void => {
    if (mine === count) useCodeAttack.setState(progress);
  };
  report({ id: exercise.id, lock, state: 'going', rows: [], problem: null, visibleRun: null });
  const code = { lock, check: null };
  try {
    const checked = await within(sandbox(), (calls) => calls.check(code));
    if (!checked.ok) return report({ state: 'done', problem: checked.problem });
    const question = { code, scenario: worldOf(exercise, checked.settings) };
    const onProgress = (row: AttackRow): void => report({ rows: [...useCodeAttack.getState().rows, row] });
    const { rows, problem = null } = await withinEach(sandbox(), onProgress, (calls, progress) =>
      calls.attacks(question, { onProgress: progress }),
    );
    report({ state: 'done', rows, problem });
  } catch {
    report({ state: 'failed' });
  }
}

/** Plays the worst run of an attack again, and shows it. */
export async function showAttacked({ id, scenario }: AttackRow): Promise<void> {
  const { lock } = useCodeAttack.getState();
  const mine = count;
  try {
    const ownRun = await within(sandbox(), (calls) => calls.run({ code: { lock, check: null }, scenario }));
    if (mine !== count) return;
    const run = { scenario: ownRun.scenario, trace: ownRun.trace, verdict: judge(ownRun.trace, currentParts()) };
    useCodeAttack.setState({ visibleRun: { attack: id, run } });
    parkAtViolation(run);
  } catch {
    if (mine === count) useCodeAttack.setState({ state: 'failed' });
  }
}
