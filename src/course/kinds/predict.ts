/**
 * `predict`: the learner says what will happen before the run plays. It needs no solution: the run shows the answer.
 */
import * as v from 'valibot';
import type { PredictExercise } from '../../core/model/scenario/exercise';
import { strict } from '../../core/model/scenario/parse/fieldSchema';
import { applyPatch } from '../../core/model/scenario/patch';
import type { Goal } from '../../core/model/trace/verdict';
import { type Form, patchOf, textOf } from './kind';
import { aim, kindOf, list, patchSchema, type Shapes, text, textLengthMax } from './shapes';

const answersMax = 6;

const answer = { ...aim, why: v.optional(text(textLengthMax)), rightWhen: v.optional(patchSchema) };

export const predictSchema = ({ about }: Shapes) =>
  strict({ kind: kindOf('predict'), ...about, options: list(strict(answer), answersMax, 2) });

export const predictForm: Form<v.InferOutput<ReturnType<typeof predictSchema>>, PredictExercise> = {
  makeExercise: (written, about) => ({
    ...about,
    kind: 'predict',
    options: written.options.map(({ text, goal, why, rightWhen }, i) => ({
      id: `${i + 1}`,
      text: textOf(text),
      goal: goal as Goal,
      why: textOf(why ?? ''),
      ...(rightWhen === undefined ? {} : { rightWhen: patchOf(rightWhen) }),
    })),
    solution: '',
    nearMiss: '',
  }),
  problems: ({ options }, scenario, problemsIn) =>
    options.flatMap(({ rightWhen }, i) =>
      rightWhen === undefined ? [] : problemsIn(`options.${i}.rightWhen`, applyPatch(scenario, patchOf(rightWhen))),
    ),
};
