/**
 * A resource of several replicas, read and written on a majority or on all. Before each access, or only before a read,
 * the client marks the same number of replicas. The mark is its epoch, so that a client with an older epoch finds too
 * few replicas, or a random value, so that the last mark to arrive wins. Without a mark, each replica at most compares
 * the token of a write. Source: Junqueira 2016, "Note on fencing and distributed locks"; dwenzek on Hacker News, 2016.
 */
import { type Program, type QuorumReplies, quorum, to } from '../model/effects/effect';
import { type Argument, command, isGrant, type Reply, type Request, type Value } from '../model/effects/request';
import { choice, count, flag, type ValuesOf } from '../model/scenario/fields';
import type { Held } from '../model/scenario/lock';
import { nodeLetters, type ProcessId } from '../model/scenario/processId';
import {
  type Change,
  defineResource,
  type Failure,
  type Reading,
  type ResourceContext,
  type ResourceServer,
  type Writing,
} from '../model/scenario/resource';
import type { Text } from '../model/values/text';
import { isReading, unknownRequest } from './storageClient';

const fields = {
  replicas: count({
    label: { en: 'Replicas', zh: '副本数' },
    help: {
      en: 'A write counts when a majority has it. An even number survives no more failures than the odd one below it.',
      zh: '多数副本收下，写才算数。偶数个副本并不比少一个时更经得起故障。',
    },
    min: 1,
    max: 5,
    default: 3,
  }),
  marks: choice({
    label: { en: 'Marked with', zh: '用什么标记' },
    help: {
      en: 'Only a number that grows tells an old mark from a new one. With random values a late client marks again, and wins.',
      zh: '只有递增的数才分得清新旧标记。用随机值时，迟到的客户端再标记一次，照样能写进去。',
    },
    options: [
      { id: 'epoch', label: { en: 'the epoch (token)', zh: 'epoch（token）' } },
      { id: 'random', label: { en: 'a random value', zh: '随机值' } },
      { id: 'compared', label: { en: 'nothing; each write’s token is compared', zh: '不标记，写入时只比较 token' } },
      { id: 'none', label: { en: 'nothing', zh: '不标记' } },
    ],
    default: 'epoch',
  }),
  asks: choice({
    label: { en: 'Marks and writes on', zh: '在哪些副本上标记和写入' },
    help: {
      en: 'Junqueira’s example writes to all replicas. A majority is enough, and works while a few are down.',
      zh: 'Junqueira 的例子写所有副本。其实多数就够，少数副本宕机时也能继续。',
    },
    options: [
      { id: 'majority', label: { en: 'a majority', zh: '多数副本' } },
      { id: 'all', label: { en: 'all', zh: '所有副本' } },
    ],
    default: 'majority',
  }),
  marksAgain: flag({
    label: { en: 'Marks again before it writes', zh: '写之前再标记一次' },
    help: {
      en: 'Junqueira asks for a mark before each access. antirez’s rule has one mark, before the read: the write is accepted where that mark is still there.',
      zh: 'Junqueira 要求每次访问之前都先标记。antirez 的做法只在读之前标记一次：标记还在的副本才接受写入。',
    },
    default: true,
  }),
} as const;

type Settings = ValuesOf<typeof fields>;
type Context = ResourceContext<Settings>;

interface Kept {
  /** The epoch of the current write. It decides which of two replicas is newer. */
  epoch: number;
}

export const replicas = defineResource({
  id: 'replicas',
  title: { en: 'Replicas, marked', zh: '带标记的多副本' },
  about: {
    en: 'The resource lives on several replicas, and a majority of them is marked before it is read or written.',
    zh: '资源存在几个副本上，读写之前都要先在多数副本上做标记。',
  },
  fields,
  needsToken: ({ marks }) => marks === 'epoch' || marks === 'compared',
  keepsData: ({ marks }) => (marks === 'none' ? null : marks === 'epoch' ? 'while-tokens-rise' : 'in-some-cases'),
  processes: ({ replicas }) => nodeLetters.slice(0, replicas).map((letter): ProcessId => `storage${letter}`),
  keeps: (): Kept => ({ epoch: -1 }),
  serve,
  read,
  write,
  warnings: ({ replicas: count }) => (count % 2 === 0 ? [evenNumber(count)] : []),
  source: 'core/storage/replicas.ts',
});

const evenNumber = (count: number): Text => ({
  en: `${count} replicas survive no more failures than ${count - 1}: a majority of ${count} is ${count / 2 + 1}.`,
  zh: `${count} 个副本并不比 ${count - 1} 个经得起更多故障：${count} 个的多数是 ${count / 2 + 1} 个。`,
});

/** Marks enough replicas, reads them, and takes the newest value. */
function* read(context: Context, held: Held): Program<Reading> {
  const answers = yield* askAll(context, command('READ', markOf(context, held)));
  const readings = answers.replies.filter((reply): reply is Reply => reply !== null && isReading(reply));
  if (readings.length < needed(context)) return failureOf(answers);
  const [newest] = readings.map(copyOf).sort((a, b) => b.epoch - a.epoch || b.version - a.version);
  return { kind: 'read', value: newest?.value ?? 0, version: newest?.version ?? 0 };
}

/** Marks enough replicas again, unless the mark of the read is enough, and writes to as many. */
function* write(context: Context, held: Held, { value, base }: Change): Program<Writing> {
  const mark = markOf(context, held);
  const { marks, marksAgain } = context.settings;
  if (marksAgain && (marks === 'epoch' || marks === 'random')) {
    const marked = yield* askAll(context, command('MARK', mark));
    if (marked.granted < needed(context)) return failureOf(marked);
  }
  const version = base + 1;
  const written = yield* askAll(context, command('WRITE', value, base, mark));
  return written.granted < needed(context) ? failureOf(written) : { kind: 'written', version };
}

const needed = ({ storages, settings }: Context): number =>
  settings.asks === 'all' ? storages.length : Math.floor(storages.length / 2) + 1;

const askAll = (context: Context, request: Request) =>
  quorum(
    context.storages.map((storage) => to(storage, request, { timeout: context.timeout })),
    needed(context),
  );

function markOf({ settings }: Context, { token, owner }: Held): Argument {
  if (settings.marks === 'random') return owner;
  return settings.marks === 'none' ? '-' : (token ?? -1);
}

function copyOf(reply: Reply): { readonly value: number; readonly version: number; readonly epoch: number } {
  const [value, version, epoch] = reply.kind === 'ok' && Array.isArray(reply.value) ? reply.value.map(Number) : [];
  return { value: value ?? 0, version: version ?? 0, epoch: epoch ?? -1 };
}

const failureOf = ({ replies }: QuorumReplies): Failure => ({
  kind: replies.some((reply) => reply?.kind === 'ok' && !isGrant(reply)) ? 'rejected' : 'failed',
});

function* serve(request: Request, server: ResourceServer<Settings, Kept>): Program<Value> {
  const { cell, kept } = server;
  const { command: name, args } = request;
  switch (name) {
    case 'READ':
      if (!mayMark(args[0])) return null;
      server.reportRead(epochOf(args[0]));
      return [cell.value, cell.version, kept.epoch];
    case 'MARK':
      return mayMark(args[0]) ? 1 : null;
    case 'WRITE':
      return accept(Number(args[0]), Number(args[1]), args[2]);
    default:
      throw unknownRequest(request);
  }

  /**
   * Puts the client's mark on this replica and returns whether the client may go on. A random value is always accepted.
   * An epoch is refused if the replica has a newer one.
   */
  function mayMark(mark: Argument | undefined): boolean {
    if (server.settings.marks === 'random' && cell.owner !== mark) server.setOwner(String(mark));
    const epoch = epochOf(mark);
    if (epoch === null || server.settings.marks === 'compared' || epoch === cell.token) return true;
    if (epoch < (cell.token ?? epoch)) {
      server.reject({ check: 'token', token: epoch, against: cell.token, value: null });
      return false;
    }
    cell.token = epoch;
    server.reportToken(epoch);
    return true;
  }

  function accept(value: number, base: number, mark: Argument | undefined): Value {
    const epoch = epochOf(mark);
    if (epoch !== null && epoch < (cell.token ?? epoch)) {
      server.reject({ check: 'token', token: epoch, against: cell.token, value });
      return null;
    }
    if (server.settings.marks === 'random' && cell.owner !== mark) {
      server.reject({ check: 'owner', value });
      return null;
    }
    if (epoch !== null) {
      cell.token = epoch;
      kept.epoch = epoch;
    }
    return server.accept({ value, base, token: epoch, version: base + 1 });
  }

  function epochOf(mark: Argument | undefined): number | null {
    return server.settings.marks === 'epoch' || server.settings.marks === 'compared' ? Number(mark) : null;
  }
}
