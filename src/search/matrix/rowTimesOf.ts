/**
 * Computes the times of each row from its settings and from runs. `rowTimes.ts` stores the result for pages that have
 * loaded no lock.
 */

import { injectionRules } from '../../core/faults';
import type { Fault } from '../../core/model/scenario/fault';
import { withDefaults } from '../../core/model/scenario/fields';
import type { Scenario } from '../../core/model/scenario/scenario';
import { kindNumber } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';
import { type Ms, toMs } from '../../core/model/values/time';
import type { Parts } from '../../core/sim/parts';
import { simulateIntoBuffer } from '../../core/sim/simulate';
import { surveyOf } from '../explore/surveyOf';
import { type Row, rows } from './rows';
import type { RowTimes } from './rowTime';
import { leaseOfRow, scenarioOfRow } from './scenario';

/** By the row's id. */
export const rowTimesOf = (parts: Parts): Readonly<Record<string, RowTimes>> =>
  Object.fromEntries(rows.map((row) => [row.id, timesOf(row, parts)]));

const { acquired, crashed } = kindNumber;

/** The longest time that a crashed holder keeps the others out, in ms. Null: nobody gets in again. */
function blockedFor(row: Row, parts: Parts): Ms | null {
  const scenario = scenarioOfRow(row, 'no-check', 'own');
  const duration = Math.max(200_000, 2 * (leaseOfRow(row, 'own') ?? 0));
  const lasting = { ...scenario, settings: { ...scenario.settings, duration } };
  const { survey } = surveyOf(lasting, parts, [1, 2, 3]);
  const deaths = injectionRules.crash
    .placements(survey)
    .map(({ fault }) => fault)
    .filter((fault) => fault.kind === 'crash' && fault.restartAfter === 'never' && fault.process === 'client1');
  const waits = deaths.map((fault) => waitAfter(fault, lasting, parts));
  return waits.includes(null) ? null : Math.max(0, ...waits.map((wait) => wait ?? 0));
}

/** 0: the client did not hold the lock. Null: nobody gets in. */
function waitAfter(fault: Fault, scenario: Scenario, parts: Parts): Ms | null {
  const { kind, at, count, process, header } = simulateIntoBuffer({ ...scenario, faults: { fault1: fault } }, parts);
  const first = header.processes.findIndex(({ id }) => id === 'client1');
  let died: number | null = null;
  let isInside = false;
  for (let seq = 0; seq < count; seq++) {
    if (kind[seq] === acquired && process[seq] === first) isInside = true;
    if (kind[seq] === crashed) died = nth(at, seq);
    if (kind[seq] === acquired && process[seq] !== first)
      return died === null || !isInside ? 0 : toMs(nth(at, seq) - died);
  }
  return died !== null && isInside ? null : 0;
}

const whole = (ms: Ms | null): Ms | null => (ms === null ? null : Math.round(ms));

function timesOf(row: Row, parts: Parts): RowTimes {
  const lock = parts.locks.get(row.lock);
  if (lock === undefined) throw new Error(`The row "${row.id}" has no lock.`);
  const values = withDefaults(lock.fields, scenarioOfRow(row, 'no-check', 'own').lock.settings);
  const timeout = Number(Reflect.get(values, 'nodeTimeout') ?? 0);
  return {
    lease: leaseOfRow(row, 'own'),
    renewEvery: whole(lock.table?.renewEvery?.(values) ?? null),
    timeout: timeout > 0 ? timeout : null,
    blockedFor: row.lock === 'no-lock' ? 0 : whole(blockedFor(row, parts)),
  };
}
