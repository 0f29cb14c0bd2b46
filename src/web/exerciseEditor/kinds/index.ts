/** The kinds of exercises that a person can make, in the order of the dialog. A missing kind does not compile. */
import type { MadeExercise } from '../../../core/model/scenario/exercise';
import type { Kind } from '../draft';
import { breakMaking } from './break';
import { chooseMaking } from './choose';
import { fixMaking } from './fix';
import type { Making } from './kind';
import { predictMaking } from './predict';

const makings: { readonly [K in Kind]: Making<Extract<MadeExercise, { readonly kind: K }>> } = {
  predict: predictMaking,
  break: breakMaking,
  fix: fixMaking,
  choose: chooseMaking,
};

export const kinds = ['predict', 'break', 'fix', 'choose'] as const satisfies readonly Kind[];

export const makingOf = (kind: Kind): Making => makings[kind];
