/** A thread that does jobs of a search. */
import { parentPort } from 'node:worker_threads';
import { parts } from '../core/run/parts';
import { searchWorkerFunctions } from '../search/explore/searchWorker';
import { servedBy } from './served';

servedBy(parentPort)(searchWorkerFunctions(parts));
