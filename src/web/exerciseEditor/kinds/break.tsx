// The exercise to break a run: a budget of faults. A solution is searched for at every place of the budget.

import { ownWords } from '../../../content/texts/ownExercise';
import type { BreakExercise } from '../../../core/model/scenario/exercise';
import { patchBetween } from '../../../core/model/scenario/patch';
import { noBreak } from '../../../course/kinds/problems';
import { withMore } from '../../../search/explore/branch';
import { palette, textsOf } from '../../edit/kinds';
import { Segmented } from '../../parts/Segmented';
import { Line, Ticks } from '../../share/FormParts';
import { judge } from '../../state/judge';
import { smallestInWorker } from '../../state/smallest';
import { useText, useWords } from '../../words/i18n';
import type { ExerciseDraft } from '../draft';
import { Goals, goalsOf } from './Goals';
import type { Checked, Checking, Making, PartProps, Source } from './kind';

export const breakMaking: Making<BreakExercise> = {
  Asked: (props) => <Goals kind="break" {...props} />,
  Besides: Budget,
  More: LengthMax,
  task: ({ faults }, { task }, wanted) => task.break(wanted, faults),
  written: breakPart,
  check: breakChecked,
};

function breakPart(draft: ExerciseDraft, { scenario }: Source): object {
  return {
    goals: goalsOf('break', draft),
    budget: {
      faults: draft.faults,
      kinds: palette()
        .map(({ kind }) => kind)
        .filter((one) => draft.faultKinds.has(one)),
      ...(draft.lengthMax.trim() === '' ? {} : { lengthMax: Number(draft.lengthMax) }),
    },
    scenario: { ...scenario, faults: {} },
    ...(Object.keys(scenario.faults).length === 0 ? {} : { solution: { faults: scenario.faults } }),
  };
}

async function breakChecked(exercise: BreakExercise, { signal }: Checking): Promise<Checked> {
  const { scenario, solution } = exercise;
  const solutionFaults = Object.values(solution.faults ?? {}).flatMap((fault) =>
    fault == null ? [] : [fault as never],
  );
  const isKnown =
    solutionFaults.length > 0 && (await judge(exercise, withMore(scenario, solutionFaults), { signal })).solved;
  const smallest = await smallestInWorker(
    { exercise, ...(isKnown ? { solutionFaults: solutionFaults } : {}) },
    { signal },
  );
  const [faults] = smallest.breaks;
  if (faults === undefined) return { kind: 'refused', flaws: [noBreak(smallest.runs, smallest.isWhole)] };
  const patch = patchBetween(scenario, withMore(scenario, faults));
  return { kind: 'solvable', besides: { solution: isKnown ? solution : patch }, smallest };
}

const counts = ['1', '2', '3'] as const;

function Budget({ draft, change }: PartProps) {
  const words = useText()(ownWords);
  const page = useWords();
  return (
    <>
      <div className="grid gap-2">
        <span aria-hidden className="quiet normal">
          {words.faults}
        </span>
        <Segmented
          label={words.faults}
          look="small"
          value={String(draft.faults)}
          options={counts.map((count) => ({ id: count, label: count }))}
          onChange={(count) => change({ faults: Number(count) })}
        />
      </div>
      <Ticks
        legend={words.faultKinds}
        options={palette().map(({ kind }) => ({ id: kind, label: textsOf(page, kind).name }))}
        chosen={draft.faultKinds}
        onChange={(kinds) => change({ faultKinds: kinds })}
      />
    </>
  );
}

function LengthMax({ draft, change }: PartProps) {
  const words = useText()(ownWords);
  return (
    <Line
      label={words.lengthMax}
      value={draft.lengthMax}
      type="number"
      onChange={(lengthMax) => change({ lengthMax })}
    />
  );
}
