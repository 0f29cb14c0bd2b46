/**
 * All scripts of the library with their models, for simulated servers, and for the test that compares the models with
 * real ones.
 */
import { setIfAllAbsent } from '../../core/locks/shared/scripts/setIfAllAbsent';
import type { Script } from '../../core/model/effects/request';
import { countModel } from './count';
import { prolongModel } from './extend';
import { giveBackModel } from './giveBack';
import { giveBackAndSignalModel } from './giveBackAndSignal';
import { giveBackHashModel } from './giveBackHash';
import { lookModel } from './look';
import { lookHashModel } from './lookHash';
import { prolongHashModel } from './prolongHash';
import { takeHashModel } from './takeHash';
import { takeOneModel } from './takeOne';

export const models: readonly Script[] = [
  countModel,
  giveBackModel,
  giveBackAndSignalModel,
  giveBackHashModel,
  lookHashModel,
  lookModel,
  prolongModel,
  prolongHashModel,
  setIfAllAbsent,
  takeHashModel,
  takeOneModel,
];
