/**
 * antirez's check-and-set: the client leaves its lock's random value on the resource (currlock), reads, and writes only
 * if the value is still its own. The mark shows whose turn it is, but not which client came later. Source: antirez and
 * viraptor on Hacker News, 2016, as quoted in "Is Redlock safe?", part 2.
 */
import type { Program } from '../model/effects/effect';
import { command, isGrant, type Request, type Value } from '../model/effects/request';
import { choice, type ValuesOf } from '../model/scenario/fields';
import type { Held } from '../model/scenario/lock';
import {
  type Change,
  defineResource,
  type Reading,
  type ResourceContext,
  type ResourceServer,
  type Writing,
} from '../model/scenario/resource';
import { ask, failure, numberAt, readingOf, unknownRequest, writingOf } from './storageClient';

const fields = {
  check: choice({
    label: { en: 'Check and write', zh: '比较与写入' },
    help: {
      en: 'In two steps the client asks whether the mark is still its own, and then writes; in viraptor’s sequence another client comes in between.',
      zh: '分两步时，客户端先问标记是否还是自己的，然后再写；在 viraptor 的执行序列里，别人正好插到中间。',
    },
    options: [
      { id: 'atomic', label: { en: 'one step', zh: '一步完成' } },
      { id: 'two-step', label: { en: 'two steps', zh: '分两步' } },
    ],
    default: 'atomic',
  }),
  order: choice({
    label: { en: 'Mark and read', zh: '设置标记与读取' },
    help: {
      en: 'antirez sets the mark first. A client that reads first may have read a value that another changes before the mark is set.',
      zh: 'antirez 是先设置标记的。若先读，那么在设置标记之前，别人可能已经改了刚读到的内容。',
    },
    options: [
      { id: 'set-then-read', label: { en: 'set, then read', zh: '先设置，后读' } },
      { id: 'read-then-set', label: { en: 'read, then set', zh: '先读，后设置' } },
    ],
    default: 'set-then-read',
  }),
} as const;

type Settings = ValuesOf<typeof fields>;

export const uniqueToken = defineResource({
  id: 'unique-token',
  title: { en: 'Unique token', zh: '唯一 token' },
  about: {
    en: 'The client leaves its random value on the resource, and the storage takes a write only while that value is there.',
    zh: '客户端把自己的随机值留在资源上，只有这个值还在时，存储才接受它的写。',
  },
  fields,
  needsToken: false,
  keepsData: ({ check, order }) =>
    check === 'atomic' && order === 'set-then-read' ? 'while-owners-differ' : 'in-some-cases',
  serve,
  read,
  write,
  source: 'core/storage/uniqueToken.ts',
});

function* read(context: ResourceContext<Settings>, { owner }: Held): Program<Reading> {
  if (context.settings.order === 'read-then-set') {
    const reading = readingOf(yield* ask(context, command('READ')));
    const marked = yield* ask(context, command('MARK', owner));
    return isGrant(marked) ? reading : failure(marked);
  }
  const marked = yield* ask(context, command('MARK', owner));
  return isGrant(marked) ? readingOf(yield* ask(context, command('READ'))) : failure(marked);
}

function* write(context: ResourceContext<Settings>, { owner }: Held, { value, base }: Change): Program<Writing> {
  if (context.settings.check === 'two-step') {
    const still = yield* ask(context, command('CHECK', value, owner));
    if (!isGrant(still)) return failure(still);
    return writingOf(yield* ask(context, command('WRITE', value, base)));
  }
  return writingOf(yield* ask(context, command('WRITE', value, base, owner)));
}

function* serve(request: Request, server: ResourceServer<Settings>): Program<Value> {
  const { cell, settings } = server;
  const { command: name, args } = request;
  switch (name) {
    case 'MARK':
      server.setOwner(String(args[0]));
      return 1;
    case 'READ':
      server.reportRead(null);
      return [cell.value, cell.version];
    case 'CHECK':
      return isStill(args[1]) ? 1 : null;
    case 'WRITE':
      if (settings.check === 'atomic' && !isStill(args[2])) return null;
      return server.accept({ value: Number(args[0]), base: Number(args[1]), token: null });
    default:
      throw unknownRequest(request);
  }

  function isStill(owner: unknown): boolean {
    if (cell.owner === owner) return true;
    server.reject({ check: 'owner', value: numberAt(args, 0) });
    return false;
  }
}
