/** Where a reader's code runs: in workers of its own, which can be ended at any moment. */
import { type Calls, type InWorker, inWorker } from '../../core/model/effects/calls';
import type { OwnCalls } from '../../sandbox/own/ownCalls';
import { webWorker } from '../workers/webWorker';

export type OwnAsked = Calls<OwnCalls>;

const startWorker = (): Worker => new Worker(new URL('./ownWorker.ts', import.meta.url), { type: 'module' });

export const ownCodeWorker = (): InWorker<OwnCalls> => inWorker<OwnCalls>(webWorker(startWorker));
