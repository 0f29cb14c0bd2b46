/**
 * Computes the times of each row from its settings and from runs. `rowTimes.ts` stores the result for pages that have
 * loaded no lock.
 */

import { injectionRules } from '../../core/faults';
import type { Fault } from '../../core/model/fault';
import { withDefaults } from '../../core/model/fields';
import { nth } from '../../core/model/nth';
import type { Scenario } from '../../core/model/scenario';
import { type Ms, toMs } from '../../core/model/time';
import { kindNumber } from '../../core/model/trace';
import type { Parts } from '../../core/sim/parts';
import { simulateIntoBuffer } from '../../core/sim/simulate';
import { surveyOf } from '../explore/surveyOf';
import { type Row, rows } from './rows';
import type { RowTimes } from './rowTime';
import { leaseOfRow, scenarioOfRow } from './scenario';

/** By the row's id. */
export const rowTimesOf = (parts: Parts): Readonly<Record<string, RowTimes>> =>
  Object.fromEntries(rows.map((row) => [row.id, timesOf(row, parts)]));

type Values = Readonly<Record<string, unknown>>;

function valuesOf(row: Row, parts: Parts): Values {
  const lock = parts.locks.get(row.lock);
  if (lock === undefined) throw new Error(`The row "${row.id}" has no lock.`);
  return withDefaults(lock.fields, scenarioOfRow(row, 'no-check', 'own').lock.settings);
}

/** How often the holder renews its lock, in ms, by the settings of each lock. Null: it does not renew. */
function renewEvery(row: Row, values: Values): Ms | null {
  const number = (name: string): number => Number(values[name]);
  switch (row.lock) {
    case 'redisson':
    case 'redisson-redlock':
      return number('leaseTime') > 0 ? null : number('watchdogTimeout') / 3;
    case 'python-redis-lock':
      return values['autoRenewal'] === true ? (number('expire') * 1000 * 2) / 3 : null;
    case 'shedlock':
    case 'shedlock-table':
      return values['extension'] === 'keep-alive' ? number('lockAtMostFor') / 2 : null;
    case 'redlock':
      if (number('extensions') === 0) return null;
      return number('extendBefore') > 0 ? number('ttl') - number('extendBefore') : number('ttl') * number('extendAt');
    case 'zookeeper-node':
    case 'zookeeper-sequential':
      return number('heartbeat') > 0 ? number('heartbeat') : number('sessionTimeout') / 3;
    case 'etcd':
      return number('lease') / 3;
    case 'consul':
      return number('ttl') / 2;
    case 'kubernetes-lease':
      return number('retryPeriod');
    case 'dynamodb-lock':
      return number('heartbeatPeriod');
    case 'vault-dynamodb':
      return number('renewInterval');
    case 'bullmq-job':
      return number('lockDuration') / 2;
    case 'object-store':
      return values['recipe'] === 'hudi' ? number('heartbeat') * 1000 : null;
    case 'lock-file':
      return number('update');
    case 'json-lease':
      return values['renewedBy'] === 'nobody' ? null : number('renewEvery');
    default:
      return null;
  }
}

const { acquired, crashed } = kindNumber;

/** The longest time that a dead holder keeps the others out, in ms. Null: nobody gets in again. */
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

const nodeTimeout = (values: Values): Ms | null => {
  const timeout = Number(values['nodeTimeout'] ?? 0);
  return timeout > 0 ? timeout : null;
};

const whole = (ms: Ms | null): Ms | null => (ms === null ? null : Math.round(ms));

function timesOf(row: Row, parts: Parts): RowTimes {
  const values = valuesOf(row, parts);
  return {
    lease: leaseOfRow(row, 'own'),
    renewEvery: whole(renewEvery(row, values)),
    timeout: nodeTimeout(values),
    blockedFor: row.lock === 'no-lock' ? 0 : whole(blockedFor(row, parts)),
  };
}
