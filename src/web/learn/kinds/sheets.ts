/** The kinds of exercises on paper. A missing kind does not compile. */
import type { Exercise } from '../../../core/model/exercise';
import { breakSheet } from './breakSheet';
import { chooseSheet } from './chooseSheet';
import { codeSheet } from './codeSheet';
import { fixSheet } from './fixSheet';
import { nameSheet } from './nameSheet';
import { predictSheet } from './predictSheet';
import type { Sheet } from './sheet';

const sheets: { readonly [K in Exercise['kind']]: Sheet<Extract<Exercise, { readonly kind: K }>> } = {
  name: nameSheet,
  predict: predictSheet,
  break: breakSheet,
  fix: fixSheet,
  choose: chooseSheet,
  code: codeSheet,
};

export const sheetFor = ({ kind }: Exercise): Sheet => sheets[kind];
