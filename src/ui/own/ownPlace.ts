/** Where a reader's code runs: in workers of its own, which can be ended at any moment. */
import type { AttackAnswer, AttackQuestion, AttackTold, OwnCalls, TwelveQuestion, TwelveRow } from '../../own/session';
import { type Beside, beside, type Call, type Calls } from '../workers/calls';

/** The functions of the worker, with what two of them tell before the answer. */
export interface OwnServed extends Pick<OwnCalls, 'check' | 'run'> {
  attack(question: AttackQuestion, call: Call<AttackTold>): AttackAnswer;
  twelve(question: TwelveQuestion, call: Call<TwelveRow>): readonly TwelveRow[];
}

export type OwnAsked = Calls<OwnServed>;

const startWorker = (): Worker => new Worker(new URL('./ownWorker.ts', import.meta.url), { type: 'module' });

export const ownPlace = (): Beside<OwnServed> => beside<OwnServed>(startWorker);
