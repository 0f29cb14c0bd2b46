/**
 * Commands on streams, where job queues report what happens to their jobs. Only additions; no command reads a stream.
 */
import type { Argument } from '../../model/effects/request';
import { type Answer, failure, integer, notAnInteger, success, syntaxError, wrongArity, wrongType } from './answers';
import type { Command } from './command';
import type { StreamEntry } from './entry';
import { parseInteger, text } from './integer';
import type { Store } from './store';

const absent: StreamEntry = { type: 'stream', last: '', length: 0, lastMs: 0, lastNumber: 0, expireAtMs: -1 };
const maxlenNegative = failure('ERR The MAXLEN argument must be >= 0.');
const notSimulated = (what: string): Answer => failure(`ERR ${what} is not simulated`);

/** @returns null if the key holds another type. */
function findStream(store: Store, key: string): StreamEntry | null {
  const entry = store.find(key) ?? absent;
  return entry.type === 'stream' ? entry : null;
}

/** How far a stream is shortened: `MAXLEN [=|~] count`. */
interface Limit {
  readonly most: number;
  /** `~`: a server removes only whole blocks of additions, if that leaves no fewer than `most`. */
  readonly isRough: boolean;
  /** The index of the argument after it. */
  readonly next: number;
}

/** Reads a limit whose first word is at this index. */
function limitAt(args: readonly Argument[], index: number): Limit | { readonly refused: Answer } {
  const sign = text(args[index + 1]);
  const hasSign = (sign === '~' || sign === '=') && index + 2 < args.length;
  const at = index + (hasSign ? 2 : 1);
  if (at >= args.length) return { refused: syntaxError };
  const most = parseInteger(args[at]);
  if (Number.isNaN(most)) return { refused: notAnInteger };
  if (most < 0) return { refused: maxlenNegative };
  return { most, isRough: sign === '~', next: at + 1 };
}

/** Of a short stream, which is one block, `~` leaves all or nothing. A long one is left whole here. */
const shortened = (length: number, { most, isRough }: Limit): number =>
  isRough ? (most === 0 ? 0 : length) : Math.min(length, most);

/** `XADD key [MAXLEN [=|~] count] * field value …`. The server gives the id. */
const xadd: Command = {
  arity: -5,
  execute: (store, args) => {
    const word = text(args[1]).toUpperCase();
    if (['NOMKSTREAM', 'MINID'].includes(word)) return notSimulated(`XADD with ${word}`);
    const limit = word === 'MAXLEN' ? limitAt(args, 1) : null;
    if (limit !== null && 'refused' in limit) return limit.refused;
    const at = limit?.next ?? 1;
    if (text(args[at]) !== '*') return notSimulated('XADD with an id');
    const fields = args.slice(at + 1).map(text);
    if (fields.length === 0 || fields.length % 2 === 1) return wrongArity('xadd');
    const key = text(args[0]);
    const stream = findStream(store, key);
    if (stream === null) return wrongType;
    const isLater = store.nowMs > stream.lastMs;
    const [lastMs, lastNumber] = isLater ? [store.nowMs, 0] : [stream.lastMs, stream.lastNumber + 1];
    const last = fields
      .map((each, index) => (index % 2 === 0 ? `${each} = ` : `${each}, `))
      .join('')
      .slice(0, -2);
    const length = limit === null ? stream.length + 1 : shortened(stream.length + 1, limit);
    store.write(key, { ...stream, last, length, lastMs, lastNumber });
    return success(`${lastMs}-${lastNumber}`);
  },
};

/** `XTRIM key MAXLEN [=|~] count`. Answers how many were removed. */
const xtrim: Command = {
  arity: -4,
  execute: (store, args) => {
    const word = text(args[1]).toUpperCase();
    if (word === 'MINID') return notSimulated('XTRIM with MINID');
    if (word !== 'MAXLEN') return syntaxError;
    const limit = limitAt(args, 1);
    if ('refused' in limit) return limit.refused;
    if (limit.next < args.length)
      return text(args[limit.next]).toUpperCase() === 'LIMIT' ? notSimulated('XTRIM with LIMIT') : syntaxError;
    const key = text(args[0]);
    const stream = findStream(store, key);
    if (stream === null) return wrongType;
    const length = shortened(stream.length, limit);
    if (length < stream.length) store.write(key, { ...stream, length });
    return integer(stream.length - length);
  },
};

export const streamCommands: Readonly<Record<string, Command>> = { XADD: xadd, XTRIM: xtrim };
