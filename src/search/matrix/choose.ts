/**
 * Which lock do I need? Five questions and a filter narrow down the rows of the table. Each excluded row gets a reason,
 * from its cells where a cell shows one. It knows no words. An open question excludes nothing, so one more answer never
 * brings a row back.
 */

import type { FaultKind } from '../../core/model/scenario/fault';
import { type LeaseClock, leaseClocks } from '../../core/model/scenario/lock';
import { type CodeLanguage, codeLanguages, type ServiceKind } from '../../core/model/scenario/lockFacts';
import { dataHarms, type Severity } from '../../core/model/trace/severity';
import { libraryOnlyOf } from './libraryOnly';
import { type CheckId, rowOfTable } from './rows';
import type { Table } from './table';

/**
 * harm: what a second holder costs: only work done twice; data, but not because a server crashes; data, whatever
 * happens; a second leader, which must do no more than that; something done twice outside that cannot be taken back.
 * check: what the resource can compare.
 * runs: what is there already.
 * work: how long it takes.
 * waits: how long others may wait when something fails: until somebody repairs it, until a lease ends, not at all.
 * language: in which the clients are written.
 * clock: whose clock may end the lease of a holder that is silent.
 */
export const questions = {
  harm: ['work', 'servers', 'never', 'leader', 'outside'],
  check: ['nothing', 'token', 'version', 'unique'],
  runs: [
    'redis',
    'several-redis',
    'sql',
    'etcd',
    'zookeeper',
    'consul',
    'kubernetes',
    'dynamodb',
    'object-store',
    'forge',
    'file-system',
    'anything',
  ],
  work: ['second', 'seconds', 'minutes'],
  waits: ['repair', 'lease', 'nobody'],
  language: codeLanguages,
  clock: leaseClocks,
} as const;

export type Question = keyof typeof questions;
export type Answers = { readonly [Q in Question]?: (typeof questions)[Q][number] };

/** In the order of an address, to which questions are only added. */
export const questionNames: readonly Question[] = ['harm', 'check', 'runs', 'work', 'waits', 'language', 'clock'];

/** The questions that the page asks. How long others may wait and whose clock ends a lease are filters of what is left. */
export const askedQuestions = ['harm', 'check', 'runs', 'language', 'work'] as const satisfies readonly Question[];

/** What is known about a row besides its cells. */
export interface RowFacts {
  readonly service: ServiceKind | 'redis' | 'none';
  /** It asks several Redis nodes that know nothing of each other. */
  readonly asksSeveral: boolean;
  readonly endedBy: LeaseClock;
  /** The outcome without a fault when the work takes 10 s, and 2 min. */
  readonly long: { readonly seconds: Severity; readonly minutes: Severity };
}

export type Reason =
  /**
   * `check`: the last check with which it was tried. `hasNoToken`: the resource could compare tokens, but the lock
   * has none.
   */
  | {
      readonly question: 'harm' | 'waits';
      readonly kind: FaultKind;
      readonly check: CheckId;
      readonly outcome: Severity;
      readonly hasNoToken: boolean;
    }
  | { readonly question: 'runs'; readonly service: RowFacts['service']; readonly asksSeveral: boolean }
  | { readonly question: 'work'; readonly outcome: Severity }
  | { readonly question: 'clock'; readonly endedBy: LeaseClock }
  | { readonly question: 'language'; readonly needs: CodeLanguage };

export interface Choice {
  readonly stays: readonly string[];
  readonly goes: readonly { readonly row: string; readonly reasons: readonly Reason[] }[];
}

/** By check. An answer needs a table for each check that it allows. */
export type Tables = Readonly<Record<CheckId, Table>>;

export function choose(answers: Answers, facts: Readonly<Record<string, RowFacts>>, tables: Tables): Choice {
  const all = Object.entries(facts).map(([row, rowFacts]) => ({
    row,
    reasons: reasonsOf(row, rowFacts, answers, tables),
  }));
  return {
    stays: all.filter(({ reasons }) => reasons.length === 0).map(({ row }) => row),
    goes: all.filter(({ reasons }) => reasons.length > 0),
  };
}

function reasonsOf(row: string, facts: RowFacts, answers: Answers, tables: Tables): readonly Reason[] {
  const { harm, check, runs, work, waits, language, clock } = answers;
  const needs = rowOfTable(row).language ?? null;
  const allowed = check === undefined ? anyCheck : allowedChecks[check];
  const checks = harm === 'outside' ? outsideChecks : allowed;
  const reasons: (Reason | null)[] = [
    harm === undefined ? null : byCells(row, 'harm', { ...harms[harm], checks, tables }),
    runs === undefined || fits(facts, runs)
      ? null
      : { question: 'runs', service: facts.service, asksSeveral: facts.asksSeveral },
    work === undefined || work === 'second' || facts.long[work] === 'held'
      ? null
      : { question: 'work', outcome: facts.long[work] },
    language === undefined || needs === null || needs === language ? null : { question: 'language', needs },
    clock === undefined || clock === facts.endedBy ? null : { question: 'clock', endedBy: facts.endedBy },
    waits === undefined ? null : byCells(row, 'waits', { ...waitings[waits], checks: allowed, tables }),
  ];
  return reasons.filter((reason) => reason !== null);
}

/** The checks that the resource may have while the question is open. */
const anyCheck: readonly CheckId[] = ['no-check', 'fencing', 'version'];

/** What happens outside, such as an email, cannot be compared. */
const outsideChecks: readonly CheckId[] = ['mail'];

/** The checks that answers allow. */
export const comparedChecks: readonly CheckId[] = [...anyCheck, ...outsideChecks];

/** The checks that the resource may have. A resource that can compare tokens may also leave that out. */
const allowedChecks: Readonly<Record<NonNullable<Answers['check']>, readonly CheckId[]>> = {
  nothing: ['no-check'],
  // A unique key refuses a second row, but not a change of an existing row.
  unique: ['no-check'],
  token: ['no-check', 'fencing'],
  version: ['no-check', 'version'],
};

interface Bad {
  readonly outcomes: readonly Severity[];
  /** Null: every kind. */
  readonly kinds: readonly FaultKind[] | null;
}

/** A server crashes, comes back, or is replaced; a message is lost. All other kinds are about a client's time. */
export const crashFaults: readonly FaultKind[] = ['crash', 'restart', 'power-loss', 'failover', 'no-leader', 'lose'];

const harms: Readonly<Record<NonNullable<Answers['harm']>, Bad>> = {
  work: { outcomes: [], kinds: null },
  servers: { outcomes: dataHarms, kinds: crashFaults },
  never: { outcomes: dataHarms, kinds: null },
  leader: { outcomes: dataHarms, kinds: null },
  outside: { outcomes: dataHarms, kinds: null },
};

const waitings: Readonly<Record<NonNullable<Answers['waits']>, Bad>> = {
  repair: { outcomes: [], kinds: null },
  lease: { outcomes: ['stuck'], kinds: null },
  nobody: { outcomes: ['stuck', 'unavailable'], kinds: null },
};

interface Judging extends Bad {
  readonly checks: readonly CheckId[];
  readonly tables: Tables;
}

/**
 * A row is excluded only if it does the harm with every check that may be there. The reason is from the last of these
 * checks.
 */
function byCells(row: string, question: 'harm' | 'waits', { outcomes, kinds, checks, tables }: Judging): Reason | null {
  let reason: Reason | null = null;
  let hasNoToken = false;
  for (const check of checks) {
    const cells = Object.entries(tables[check]?.cells[row] ?? {});
    if (cells.length === 0) return null;
    // One blank cell is enough: it is the lock that has no token.
    if (cells.some(([, cell]) => cell.kind === 'blank' && cell.reason === 'needs-token')) {
      hasNoToken = true;
      continue;
    }
    const worstCase = worstOf(tables[check], row, { outcomes, kinds });
    if (worstCase === null) return null;
    reason = { question, ...worstCase, check, hasNoToken: false };
  }
  return reason === null ? null : { ...reason, hasNoToken };
}

function worstOf(table: Table | undefined, row: string, { outcomes, kinds }: Bad) {
  const cells = table?.cells[row];
  if (cells === undefined) return null;
  for (const outcome of outcomes)
    for (const kind of kindsIn(cells)) {
      const cell = cells[kind];
      if (kinds !== null && !kinds.includes(kind)) continue;
      if (cell.kind !== 'tried') continue;
      const { outcome: ownOutcome } = libraryOnlyOf(row, kind, cell) ?? cell;
      if (ownOutcome === outcome) return { kind, outcome };
    }
  return null;
}

const kindsIn = <Kind extends string>(cells: Readonly<Record<Kind, unknown>>): readonly Kind[] =>
  Object.keys(cells).filter((name): name is Kind => Object.hasOwn(cells, name));

function fits({ service, asksSeveral }: RowFacts, runs: NonNullable<Answers['runs']>): boolean {
  if (runs === 'anything' || service === 'none') return true;
  if (runs === 'redis') return service === 'redis' && !asksSeveral;
  return runs === 'several-redis' ? service === 'redis' : service === runs;
}

/** The part of an address behind `which/`: the answers in their order, `-` for none; without later questions at the end. */
export const writeAnswers = (answers: Answers): string =>
  questionNames
    .map((question) => answers[question] ?? '-')
    .join('/')
    .replace(/(?:\/-){1,2}$/, '');

/** A part of an address that is not an answer. */
interface UnknownAnswer {
  readonly word: string;
  /** What could stand there; empty: nothing. */
  readonly allowed: readonly string[];
}

/** Reads the answers of an address. A part that is not an answer is left out and listed in `unknown`. */
export function readAnswers(text: string): { readonly answers: Answers; readonly unknown: readonly UnknownAnswer[] } {
  const parts = text.split('/');
  const unknown: UnknownAnswer[] = [];
  const answerTo = (question: Question): { readonly [Q in Question]?: string } => {
    const part = parts[questionNames.indexOf(question)] ?? '-';
    if (part === '-' || part === '') return {};
    const options: readonly string[] = questions[question];
    if (options.includes(part)) return { [question]: part };
    unknown.push({ word: part, allowed: options });
    return {};
  };
  const answers: Answers = Object.assign({}, ...questionNames.map(answerTo));
  const rest = parts.slice(questionNames.length).map((word) => ({ word, allowed: [] }));
  return { answers, unknown: [...unknown, ...rest] };
}
