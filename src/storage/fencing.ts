/**
 * A resource that remembers the highest fencing token it has seen and refuses writes with an older one.
 * Check and write are one step: `serve` yields nothing, so nothing can come in between.
 * Source: Kleppmann 2016, "How to do distributed locking"; the token that a read leaves: Junqueira 2016, "Note on fencing".
 */
import type { Program } from '../model/effect';
import { choice, flag, type ValuesOf } from '../model/fields';
import type { Request, Value } from '../model/request';
import { defineResource, type ResourceServer } from '../model/resource';
import { parseStorageRequest, read, write } from './access';

const fields = {
  compare: choice({
    label: { en: 'A token is good when', zh: '何时接受 token' },
    help: {
      en: 'Compared with the highest token seen. With "greater", a holder can write only once.',
      zh: '与见过的最大 token 比较。若要求“更大”，持有者只能写一次。',
    },
    options: [
      { id: 'not-smaller', label: { en: 'not smaller', zh: '不小于' } },
      { id: 'greater', label: { en: 'greater', zh: '更大' } },
    ],
    default: 'not-smaller',
  }),
  readsLeaveToken: flag({
    label: { en: 'Reads leave their token', zh: '读也留下 token' },
    help: {
      en: 'A read counts as seen too, so that an older holder can no longer write what the reader would destroy. With "greater", it shuts out the reader itself.',
      zh: '读也算见过，于是旧持有者不能再写会被读者覆盖的内容。若同时要求“更大”，读者自己也写不了。',
    },
    default: false,
  }),
} as const;

export const fencing = defineResource({
  id: 'fencing',
  title: { en: 'Fencing token', zh: 'fencing token' },
  about: {
    en: 'The storage refuses a write whose token is older than the newest that it has seen.',
    zh: '存储拒绝 token 比它见过的最新 token 旧的写。',
  },
  fields,
  needsToken: true,
  serve,
  read: (context, held) => read(context, held.token),
  write: (context, held, change) => write(context, change, held.token),
  source: 'storage/fencing.ts',
});

function* serve(request: Request, server: ResourceServer<ValuesOf<typeof fields>>): Program<Value> {
  const { cell, settings } = server;
  const asked = parseStorageRequest(request);
  const { token } = asked;

  if (asked.kind === 'read') {
    server.reading(token);
    if (settings.readsLeaveToken && token !== null && (cell.token === null || token > cell.token)) {
      cell.token = token;
      server.marked(token);
    }
    return [cell.value, cell.version];
  }

  const good = token !== null && (cell.token === null || token > cell.token || mayRepeat(token));
  if (!good) {
    server.reject({ check: 'token', token, against: cell.token, value: asked.value });
    return null;
  }
  cell.token = token;
  return server.accept({ value: asked.value, base: asked.base, token });

  function mayRepeat(again: number): boolean {
    return settings.compare === 'not-smaller' && again === cell.token;
  }
}
