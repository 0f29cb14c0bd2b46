/**
 * A resource that asks the lock service, before each write, whether the writer's sequencer is still valid. The answer
 * is true only when it is given: the lock may change hands while the answer is on its way. Source: Burrows 2006, "The
 * Chubby lock service", CheckSequencer.
 */
import { call, type Program } from '../model/effects/effect';
import { command, isGrant, type Request, type Value } from '../model/effects/request';
import { milliseconds, type ValuesOf } from '../model/scenario/fields';
import type { Held } from '../model/scenario/lock';
import {
  type Change,
  defineResource,
  type ResourceContext,
  type ResourceServer,
  type Writing,
} from '../model/scenario/resource';
import { fromMs } from '../model/values/time';
import { ask, isShared, parseStorageRequest, read, writingOf } from './storageClient';

const fields = {
  askTimeout: milliseconds({
    label: { en: 'Waits for the lock service', zh: '等待锁服务' },
    help: {
      en: 'How long the storage waits for the answer. Without one it rejects the write.',
      zh: '存储等待应答多久。等不到就拒绝这次写。',
    },
    min: 1,
    max: 60_000,
    default: 1000,
  }),
} as const;

type Settings = ValuesOf<typeof fields>;

export const checkSequencer = defineResource({
  id: 'check-sequencer',
  title: { en: 'CheckSequencer', zh: 'CheckSequencer' },
  about: {
    en: 'Before each write the storage asks the lock service whether the sequencer is still valid: two steps by nature.',
    zh: '每次写之前，存储都向锁服务查询这个 sequencer 是否仍然有效：这必然是两步。',
  },
  fields,
  needsToken: true,
  keepsData: 'in-some-cases',
  needs: 'chubby',
  serve,
  read: (context) => read(context),
  write,
  source: 'core/storage/checkSequencer.ts',
});

/** Such a lock's value for its holder is the sequencer: the lock's name, its mode, its generation. */
function* write(context: ResourceContext<Settings>, held: Held, { value, base }: Change): Program<Writing> {
  return writingOf(yield* ask(context, command('WRITE', value, base, held.token ?? -1, held.owner)));
}

function* serve(request: Request, server: ResourceServer<Settings>): Program<Value> {
  const { cell, settings } = server;
  const storageRequest = parseStorageRequest(request);
  if (storageRequest.kind === 'read') {
    server.reportRead(null);
    return [cell.value, cell.version];
  }
  const sequencer = String(request.args[3]);
  if (isShared(sequencer)) {
    server.reject({ check: 'mode', token: storageRequest.token, value: storageRequest.value });
    return null;
  }
  const { askTimeout } = settings;
  const answer = yield* call('service', command('CHECKSEQUENCER', sequencer), { timeout: fromMs(askTimeout) });
  if (!isGrant(answer)) {
    server.reject({ check: 'sequencer', token: storageRequest.token, value: storageRequest.value });
    return null;
  }
  return server.accept({ value: storageRequest.value, base: storageRequest.base, token: storageRequest.token });
}
