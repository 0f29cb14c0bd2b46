/**
 * A resource that checks the fencing token first and writes afterwards. Between the two it serves others, and does not
 * check again. A token that was new at the check may be old at the write. Source: the file server that only adds a
 * comparison before the write, "Is Redlock safe?", part 2.
 */
import { type Program, sleep } from '../model/effects/effect';
import type { Request, Value } from '../model/effects/request';
import { flag, milliseconds, type ValuesOf } from '../model/scenario/fields';
import { defineResource, type ResourceServer } from '../model/scenario/resource';
import { fromMs } from '../model/values/time';
import { parseStorageRequest, read, write } from './storageClient';

const fields = {
  gap: milliseconds({
    label: { en: 'Between check and write', zh: '检查与写入的间隔' },
    help: {
      en: 'How long the server takes from the comparison to the write. Other requests are served meanwhile.',
      zh: '服务器从比较 token 到真正写入要多久。其间它照样处理别的请求。',
    },
    min: 0,
    max: 60_000,
    default: 200,
  }),
  readsLeaveToken: flag({
    label: { en: 'A read counts as seen', zh: '读也留下 token' },
    help: {
      en: 'A read counts as seen too. A write that has passed its check before that read still lands after it.',
      zh: '读也算见过。但在这次读之前已通过检查的写，仍会在读之后写下。',
    },
    default: false,
  }),
} as const;

export const twoStep = defineResource({
  id: 'two-step',
  title: { en: 'Token, then write', zh: '先查 token，后写' },
  about: {
    en: 'The storage compares the token, as with a fencing token, and writes a while later: two steps, with room for other requests in between.',
    zh: '存储像检查 fencing token 那样比较 token，过一会儿才写：这是两步，别的请求会插到中间。',
  },
  fields,
  needsToken: true,
  keepsData: 'in-some-cases',
  serve,
  read: (context, held) => read(context, held.token),
  write: (context, held, change) => write(context, change, held.token),
  source: 'core/storage/twoStep.ts',
});

function* serve(request: Request, server: ResourceServer<ValuesOf<typeof fields>>): Program<Value> {
  const { cell, settings } = server;
  const storageRequest = parseStorageRequest(request);
  const { token } = storageRequest;

  if (storageRequest.kind === 'read') {
    server.reportRead(token);
    if (settings.readsLeaveToken && token !== null && isNewer(token)) {
      cell.token = token;
      server.reportToken(token);
    }
    return [cell.value, cell.version];
  }

  if (token === null || !(isNewer(token) || token === cell.token)) {
    server.reject({ check: 'token', token, against: cell.token, value: storageRequest.value });
    return null;
  }
  cell.token = token;
  yield* sleep(fromMs(settings.gap));
  return server.accept({ value: storageRequest.value, base: storageRequest.base, token });

  function isNewer(candidate: number): boolean {
    return cell.token === null || candidate > cell.token;
  }
}
