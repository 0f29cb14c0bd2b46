/**
 * A resource that remembers the highest fencing token it has seen and refuses writes with an older one. Check and write
 * are one step: `serve` yields nothing between them, so nothing can happen in between. Sources: Kleppmann 2016, "How to
 * do distributed locking"; for the token that a read leaves, Junqueira 2016, "Note on fencing".
 */
import type { Program } from '../model/effects/effect';
import { type Argument, command, type Request, type Value } from '../model/effects/request';
import { choice, flag, type ValuesOf } from '../model/scenario/fields';
import type { Held } from '../model/scenario/lock';
import { type Change, defineResource, type ResourceContext, type ResourceServer } from '../model/scenario/resource';
import type { Text } from '../model/values/text';
import { ask, parseStorageRequest, read, readingOf, write, writingOf } from './storageClient';

const fencingFields = {
  compare: choice({
    label: { en: 'A token is good when', zh: '何时接受 token' },
    help: {
      en: 'Compared with the highest token seen. With “greater”, a holder can write only once. A counter that fell back gives two clients the same number: then only the lock’s own value tells them apart.',
      zh: '与见过的最大 token 比较。若要求“更大”，持有者只能写一次。计数器若倒退，会把同一个数给两个客户端，这时只有锁自己的值能区分它们。',
    },
    options: [
      { id: 'not-smaller', label: { en: 'not smaller', zh: '不小于' } },
      { id: 'greater', label: { en: 'greater', zh: '更大' } },
      { id: 'same-holder', label: { en: 'greater, or the same holder’s', zh: '更大，或同一持有者的' } },
    ],
    default: 'not-smaller',
  }),
  readsLeaveToken: flag({
    label: { en: 'A read counts as seen', zh: '读也留下 token' },
    help: {
      en: 'A read counts as seen too, so that an older holder can no longer write what the reader would destroy. With “greater”, it shuts out the reader itself.',
      zh: '读也算见过：新持有者一读，旧持有者的写就被拒绝，不会写进去再被覆盖。若同时要求“更大”，读者自己也写不了。',
    },
    default: false,
  }),
} as const;

type Settings = ValuesOf<typeof fencingFields>;

interface Kept {
  /** The lock's value of the client with the highest token. It is only used for comparison. */
  holder: string | null;
}

export const fencing = defineResource({
  id: 'fencing',
  title: { en: 'Fencing token', zh: 'fencing token' },
  about: {
    en: 'The storage rejects a write whose token is older than the newest it has seen.',
    zh: '写的 token 若比存储见过的最新 token 旧，存储就拒绝它。',
  },
  fields: fencingFields,
  needsToken: true,
  keepsData: ({ readsLeaveToken }) => (readsLeaveToken ? 'while-tokens-rise' : 'in-some-cases'),
  keeps: (): Kept => ({ holder: null }),
  serve,
  *read(context: ResourceContext<Settings>, held) {
    if (!asksHolder(context)) return yield* read(context, held.token);
    return readingOf(yield* ask(context, command('READ', ...credentials(held))));
  },
  *write(context: ResourceContext<Settings>, held, change: Change) {
    if (!asksHolder(context)) return yield* write(context, change, held.token);
    return writingOf(yield* ask(context, command('WRITE', change.value, change.base, ...credentials(held))));
  },
  warnings: ({ compare, readsLeaveToken }) => (compare === 'greater' && readsLeaveToken ? [shutsOutItself] : []),
  source: 'core/storage/fencing.ts',
});

const shutsOutItself: Text = {
  en: 'A read counts as seen, and a write needs a greater token: a client that has read can no longer write.',
  zh: '读会留下 token，而写要求更大的 token：读过的客户端自己也写不了。',
};

const asksHolder = ({ settings }: ResourceContext<Settings>): boolean => settings.compare === 'same-holder';

/** The token, followed by the lock's own value. */
const credentials = ({ token, owner }: Held): readonly Argument[] => [token ?? -1, owner];

function* serve(request: Request, server: ResourceServer<Settings, Kept>): Program<Value> {
  const { cell, kept, settings } = server;
  const holder = String(request.args.at(-1));
  const storageRequest = parseStorageRequest(request);
  const { token } = storageRequest;

  if (storageRequest.kind === 'read') {
    server.reportRead(token);
    if (settings.readsLeaveToken && token !== null && (cell.token === null || token > cell.token)) {
      cell.token = token;
      kept.holder = holder;
      server.reportToken(token);
    }
    return [cell.value, cell.version];
  }

  const good = token !== null && (cell.token === null || token > cell.token || mayRepeat(token));
  if (!good) {
    const check = settings.compare === 'same-holder' && token === cell.token ? 'holder' : 'token';
    server.reject({ check, token, against: cell.token, value: storageRequest.value });
    return null;
  }
  cell.token = token;
  kept.holder = holder;
  return server.accept({ value: storageRequest.value, base: storageRequest.base, token });

  function mayRepeat(again: number): boolean {
    if (again !== cell.token) return false;
    return settings.compare === 'not-smaller' || (settings.compare === 'same-holder' && kept.holder === holder);
  }
}
