/** The kinds of exercises as the page shows them. A missing kind does not compile. */
import type { Exercise } from '../../../core/model/scenario/exercise';
import { breakView } from './break';
import { chooseView } from './choose';
import { codeView } from './code';
import { fixView } from './fix';
import { nameView } from './name';
import { orderView } from './order';
import { predictView } from './predict';
import type { ExerciseView } from './view';

const views: { readonly [K in Exercise['kind']]: ExerciseView<Extract<Exercise, { readonly kind: K }>> } = {
  name: nameView,
  predict: predictView,
  break: breakView,
  fix: fixView,
  choose: chooseView,
  code: codeView,
  order: orderView,
};

export const viewOf = ({ kind }: Exercise): ExerciseView => views[kind];
