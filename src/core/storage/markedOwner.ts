/**
 * A resource that serves only the client whose mark is on it, until that client removes the mark. A crashed client
 * never does. Source: "On distributed locks", view 3, on the unique value as a token.
 */
import type { Program } from '../model/effects/effect';
import { command, isGrant, type Request, type Value } from '../model/effects/request';
import type { Held } from '../model/scenario/lock';
import { defineResource, type Reading, type ResourceContext, type ResourceServer } from '../model/scenario/resource';
import { ask, failure, numberAt, readingOf, unknownRequest, writingOf } from './storageClient';

export const markedOwner = defineResource({
  id: 'marked-owner',
  title: { en: 'Marked owner only', zh: '只服务标记的所有者' },
  about: {
    en: 'The storage serves only the client whose mark is on the resource, until that client takes it away.',
    zh: '资源上是谁的标记，存储就只为谁服务，直到该客户端自己撤掉标记。',
  },
  fields: {},
  needsToken: false,
  keepsData: 'while-owners-differ',
  serve,
  read,
  *write(context, { owner }, { value, base }) {
    return writingOf(yield* ask(context, command('WRITE', value, base, owner)));
  },
  *leave(context, { owner }) {
    yield* ask(context, command('UNMARK', owner));
  },
  source: 'core/storage/markedOwner.ts',
});

function* read(context: ResourceContext<unknown>, { owner }: Held): Program<Reading> {
  const marked = yield* ask(context, command('MARK', owner));
  return isGrant(marked) ? readingOf(yield* ask(context, command('READ', owner))) : failure(marked);
}

function* serve(request: Request, server: ResourceServer<unknown>): Program<Value> {
  const { cell } = server;
  const { command: name, args } = request;
  switch (name) {
    case 'MARK':
      if (cell.owner !== null && cell.owner !== args[0]) return refuse(null);
      server.setOwner(String(args[0]));
      return 1;
    case 'READ':
      if (cell.owner !== args[0]) return refuse(null);
      server.reportRead(null);
      return [cell.value, cell.version];
    case 'WRITE':
      if (cell.owner !== args[2]) return refuse(numberAt(args, 0));
      return server.accept({ value: Number(args[0]), base: Number(args[1]), token: null });
    case 'UNMARK':
      if (cell.owner !== args[0]) return 0;
      server.setOwner(null);
      return 1;
    default:
      throw unknownRequest(request);
  }

  function refuse(value: number | null): null {
    server.reject({ check: 'owner', value });
    return null;
  }
}
