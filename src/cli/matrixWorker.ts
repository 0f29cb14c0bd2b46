/** A thread that computes rows of tables. */
import { parentPort } from 'node:worker_threads';
import { parts } from '../core/run/parts';
import { cellsOf } from '../search/matrix/cell';
import type { RowFunctions } from './matrixCommand';
import { servedBy } from './served';

const functions: RowFunctions = { cells: ({ row, check, leases }) => cellsOf(row, check, leases, parts) };

servedBy(parentPort)(functions);
