/** Commands on sorted sets, where fair locks and semaphores keep their queues. */
import type { Argument } from '../../model/effects/request';
import {
  type Answer,
  emptyArray,
  integer,
  notAFloat,
  notAnInteger,
  nothing,
  notPositive,
  onePairForIncr,
  onlyOneOfGtLtNx,
  onlyOneOfXxNx,
  rangeNotAFloat,
  scoreNotANumber,
  success,
  syntaxError,
  wrongType,
} from './answers';
import type { Command } from './command';
import type { SortedSetEntry } from './entry';
import { parseInteger, text } from './integer';
import { rangeOf, refuseTimeout } from './lists';
import type { Store } from './store';

type Scores = ReadonlyMap<string, number>;
const noScores: Scores = new Map();
const absent: SortedSetEntry = { type: 'zset', scores: noScores, expireAtMs: -1 };

/** @returns null if the key holds another type. */
function findSorted(store: Store, key: string): SortedSetEntry | null {
  const entry = store.find(key) ?? absent;
  return entry.type === 'zset' ? entry : null;
}

function write(store: Store, key: string, old: SortedSetEntry, scores: Scores): void {
  if (scores.size === 0) return store.remove(key, 'deleted');
  const sorted = [...scores].sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x - y));
  store.write(key, { ...old, scores: new Map(sorted) });
}

/** @returns NaN if Redis does not accept it as a number. */
function parseScore(arg: Argument | undefined): number {
  const word = text(arg);
  if (/^[+-]?inf(inity)?$/i.test(word)) return word.startsWith('-') ? -Infinity : Infinity;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word) ? Number(word) : Number.NaN;
}

/** A score as a server writes it: `3`, `1.5`, `inf`. */
const scoreText = (score: number): string => String(score).replace('Infinity', 'inf');

const addWords = ['NX', 'XX', 'GT', 'LT', 'CH', 'INCR'];

const zadd: Command = {
  arity: -4,
  execute: (store, args) => {
    let first = 1;
    const words = new Set<string>();
    while (addWords.includes(text(args[first]).toUpperCase())) words.add(text(args[first++]).toUpperCase());
    const rest = args.slice(first);
    if (rest.length === 0 || rest.length % 2 === 1) return syntaxError;
    if (words.has('NX') && words.has('XX')) return onlyOneOfXxNx;
    if ([words.has('GT'), words.has('LT'), words.has('NX')].filter(Boolean).length > 1) return onlyOneOfGtLtNx;
    if (words.has('INCR') && rest.length > 2) return onePairForIncr;
    const scores = rest.filter((_, i) => i % 2 === 0).map(parseScore);
    if (scores.some(Number.isNaN)) return notAFloat;
    const key = text(args[0]);
    const old = findSorted(store, key);
    if (old === null) return wrongType;
    return add(
      store,
      key,
      old,
      words,
      scores.map((score, i) => [text(rest[2 * i + 1]), score]),
    );
  },
};

function add(
  store: Store,
  key: string,
  old: SortedSetEntry,
  words: ReadonlySet<string>,
  pairs: readonly (readonly [member: string, score: number])[],
): Answer {
  const scores = new Map(old.scores);
  const count = { added: 0, changed: 0 };
  let result: number | null = null;
  for (const [member, amount] of pairs) {
    const before = scores.get(member);
    const score = words.has('INCR') ? (before ?? 0) + amount : amount;
    if (before === undefined ? words.has('XX') : words.has('NX')) continue;
    if (Number.isNaN(score)) return scoreNotANumber;
    if (before !== undefined && words.has('GT') && score <= before) continue;
    if (before !== undefined && words.has('LT') && score >= before) continue;
    result = score;
    if (before === undefined) count.added++;
    else if (before !== score) count.changed++;
    scores.set(member, score);
  }
  if (count.added + count.changed > 0) write(store, key, old, scores);
  if (words.has('INCR')) return result === null ? nothing : success(scoreText(result));
  return integer(words.has('CH') ? count.added + count.changed : count.added);
}

const zincrby: Command = {
  arity: 4,
  execute: (store, args) => {
    const by = parseScore(args[1]);
    if (Number.isNaN(by)) return notAFloat;
    const key = text(args[0]);
    const old = findSorted(store, key);
    return old === null ? wrongType : add(store, key, old, new Set(['INCR']), [[text(args[2]), by]]);
  },
};

const zrem: Command = {
  arity: -3,
  execute: (store, args) => removeFrom(store, args, () => args.slice(1).map(text)),
};

/** Removes the members that a function names, and answers how many existed. */
function removeFrom(store: Store, args: readonly Argument[], named: (scores: Scores) => readonly string[]): Answer {
  const key = text(args[0]);
  const old = findSorted(store, key);
  if (old === null) return wrongType;
  const scores = new Map(old.scores);
  for (const member of named(old.scores)) scores.delete(member);
  const removedCount = old.scores.size - scores.size;
  if (removedCount > 0) write(store, key, old, scores);
  return integer(removedCount);
}

const reading = (arity: number, answer: (scores: Scores, args: readonly Argument[]) => Answer): Command => ({
  arity,
  reads: true,
  execute: (store, args) => {
    const sorted = findSorted(store, text(args[0]));
    return sorted === null ? wrongType : answer(sorted.scores, args);
  },
});

const zscore = reading(3, (scores, args) => {
  const score = scores.get(text(args[1]));
  return score === undefined ? nothing : success(scoreText(score));
});

const zrank = reading(3, (scores, args) => {
  const rank = [...scores.keys()].indexOf(text(args[1]));
  return rank < 0 ? nothing : integer(rank);
});

const withScores = (pairs: readonly (readonly [string, number])[], isAsked: boolean): Answer =>
  success(pairs.flatMap(([member, score]) => (isAsked ? [member, scoreText(score)] : [member])));

type Order = 'up' | 'down';

const inOrder = (scores: Scores, order: Order): readonly (readonly [string, number])[] =>
  order === 'up' ? [...scores] : [...scores].reverse();

/** ZRANGE, ZREVRANGE: by rank only. The options that Redis 6.2 added are left out. */
const rangeByRank = (order: Order): Command => ({
  arity: -4,
  reads: true,
  execute: (store, args) => {
    if (args.slice(3).some((word) => text(word).toUpperCase() !== 'WITHSCORES')) return syntaxError;
    const range = rangeOf(args);
    if (range === null) return notAnInteger;
    const sorted = findSorted(store, text(args[0]));
    return sorted === null ? wrongType : withScores(range(inOrder(sorted.scores, order)), args.length > 3);
  },
});

const zremrangebyrank: Command = {
  arity: 4,
  execute: (store, args) => {
    const range = rangeOf(args);
    if (range === null) return notAnInteger;
    return removeFrom(store, args, (scores) => range([...scores.keys()]));
  },
};

/** @returns whether a score is between two bounds; `(` before a bound excludes it. Null: a bound is not a number. */
function between(low: Argument | undefined, high: Argument | undefined): ((score: number) => boolean) | null {
  const [min, max] = [text(low), text(high)];
  const [from, to] = [parseScore(min.replace(/^\(/, '')), parseScore(max.replace(/^\(/, ''))];
  if (Number.isNaN(from) || Number.isNaN(to)) return null;
  const [isFrom, isTo] = [!min.startsWith('('), !max.startsWith('(')];
  return (score) => (isFrom ? score >= from : score > from) && (isTo ? score <= to : score < to);
}

/** `ZRANGEBYSCORE key min max [WITHSCORES] [LIMIT offset count]`; ZREVRANGEBYSCORE names the maximum first. */
const rangeByScore = (order: Order): Command => ({
  arity: -4,
  reads: true,
  execute: (store, args) => {
    let [asksScores, offset, count] = [false, 0, -1];
    for (let i = 3; i < args.length; i++) {
      const word = text(args[i]).toUpperCase();
      if (word === 'WITHSCORES') asksScores = true;
      else if (word === 'LIMIT' && i + 2 < args.length) {
        [offset, count] = [parseInteger(args[i + 1]), parseInteger(args[i + 2])];
        if (Number.isNaN(offset) || Number.isNaN(count)) return notAnInteger;
        i += 2;
      } else return syntaxError;
    }
    const isIn = order === 'up' ? between(args[1], args[2]) : between(args[2], args[1]);
    if (isIn === null) return rangeNotAFloat;
    const sorted = findSorted(store, text(args[0]));
    if (sorted === null) return wrongType;
    if (offset < 0) return emptyArray;
    const matches = inOrder(sorted.scores, order)
      .filter(([, score]) => isIn(score))
      .slice(offset);
    return withScores(count < 0 ? matches : matches.slice(0, count), asksScores);
  },
});

const zremrangebyscore: Command = {
  arity: 4,
  execute: (store, args) => {
    const isIn = between(args[1], args[2]);
    if (isIn === null) return rangeNotAFloat;
    return removeFrom(store, args, (scores) =>
      [...scores].filter(([, score]) => isIn(score)).map(([member]) => member),
    );
  },
};

const zcount: Command = {
  arity: 4,
  reads: true,
  execute: (store, args) => {
    const isIn = between(args[1], args[2]);
    if (isIn === null) return rangeNotAFloat;
    const sorted = findSorted(store, text(args[0]));
    return sorted === null ? wrongType : integer([...sorted.scores.values()].filter(isIn).length);
  },
};

const zpopmin: Command = {
  arity: -2,
  execute: (store, args) => {
    if (args.length > 2) return syntaxError;
    const count = args.length === 2 ? parseInteger(args[1]) : 1;
    if (!(count >= 0)) return notPositive;
    const key = text(args[0]);
    const sorted = findSorted(store, key);
    if (sorted === null) return wrongType;
    const popped = [...sorted.scores].slice(0, count);
    if (popped.length > 0) removeFrom(store, args, () => popped.map(([member]) => member));
    return withScores(popped, true);
  },
};

/** Key, member and score of the lowest one in the first set that has one, or null. The node does the waiting. */
const bzpopmin: Command = {
  arity: -3,
  refusedInScripts: true,
  execute: (store, args) => {
    const refused = refuseTimeout(text(args.at(-1)));
    if (refused !== null) return refused;
    for (const arg of args.slice(0, -1)) {
      const key = text(arg);
      const sorted = findSorted(store, key);
      if (sorted === null) return wrongType;
      const [lowest] = sorted.scores;
      if (lowest === undefined) continue;
      removeFrom(store, [key], () => [lowest[0]]);
      return success([key, lowest[0], scoreText(lowest[1])]);
    }
    return nothing;
  },
};

export const sortedSetCommands: Readonly<Record<string, Command>> = {
  ZADD: zadd,
  ZINCRBY: zincrby,
  ZREM: zrem,
  ZSCORE: zscore,
  ZRANK: zrank,
  ZRANGE: rangeByRank('up'),
  ZREVRANGE: rangeByRank('down'),
  ZREMRANGEBYRANK: zremrangebyrank,
  ZRANGEBYSCORE: rangeByScore('up'),
  ZREVRANGEBYSCORE: rangeByScore('down'),
  ZREMRANGEBYSCORE: zremrangebyscore,
  ZCARD: reading(2, (scores) => integer(scores.size)),
  ZCOUNT: zcount,
  ZPOPMIN: zpopmin,
  BZPOPMIN: bzpopmin,
};
