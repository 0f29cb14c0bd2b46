/** The type in which the answer to each command travels, beside numbers, texts and lists of them. */
import { Double, Members, NoList, Pairs, Scored, ServerError, Status } from './replies';

const withStatus =
  /^(SET|MSET|SETEX|PSETEX|HMSET|LTRIM|FLUSHALL|WATCH|UNWATCH|TYPE|PING|SCRIPT|EVAL|EVALSHA|DISCARD|SELECT|RENAME|LSET)$/;
const withScores = /^(ZRANGE|ZREVRANGE|ZRANGEBYSCORE|ZREVRANGEBYSCORE)$/;

export function asAnswerTo([name = '', ...args]: readonly string[], answer: unknown): unknown {
  if (typeof answer === 'object' && answer !== null && 'error' in answer) return new ServerError(String(answer.error));
  if (answer === null) return isListOf(name, args) ? new NoList() : null;
  if (typeof answer === 'string') {
    if (name === 'ZSCORE' || name === 'ZINCRBY' || name === 'ZADD') return new Double(answer);
    return isStatus(name, args, answer) ? new Status(answer) : answer;
  }
  if (!Array.isArray(answer)) return answer;
  if (name === 'HGETALL') return new Pairs(inPairs(answer));
  if (name === 'SMEMBERS') return new Members(answer);
  if (name === 'BZPOPMIN') return answer.map((each, i) => (i === 2 ? new Double(String(each)) : each));
  if (name === 'ZPOPMIN' && args.length === 1)
    return answer.map((each, i) => (i === 1 ? new Double(String(each)) : each));
  if (name === 'ZPOPMIN' || (withScores.test(name) && args.slice(3).some((word) => /^WITHSCORES$/i.test(word))))
    return new Scored(inPairs(answer).map(([member, score]) => [member, new Double(String(score))]));
  return answer;
}

/** Where there is nothing, a list is missing, not a text. */
const isListOf = (name: string, args: readonly string[]): boolean =>
  /^(BLPOP|BRPOP|BZPOPMIN)$/.test(name) || (/^(LPOP|RPOP)$/.test(name) && args.length > 1);

/** A script does not say which of its texts are simple: OK mostly is the answer of a SET in it. */
function isStatus(name: string, args: readonly string[], answer: string): boolean {
  if (!withStatus.test(name)) return false;
  if (name === 'SET') return !args.slice(2).some((word) => /^GET$/i.test(word));
  if (name === 'PING') return args.length === 0;
  return /^(SCRIPT|EVAL|EVALSHA)$/.test(name) ? answer === 'OK' : true;
}

function inPairs(all: readonly unknown[]): [unknown, unknown][] {
  const pairs: [unknown, unknown][] = [];
  for (let i = 0; i + 1 < all.length; i += 2) pairs.push([all[i], all[i + 1]]);
  return pairs;
}
