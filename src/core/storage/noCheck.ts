/** A resource that accepts every write. It relies on the lock alone. */
import type { Program } from '../model/effects/effect';
import type { Request, Value } from '../model/effects/request';
import { defineResource, type ResourceServer } from '../model/scenario/resource';
import { parseStorageRequest, read, write } from './storageClient';

export const noCheck = defineResource({
  id: 'no-check',
  title: { en: 'No check', zh: '不检查' },
  about: {
    en: 'The storage accepts every write, however late it comes.',
    zh: '存储接受每一次写，无论来得多晚。',
  },
  fields: {},
  needsToken: false,
  serve,
  read: (context) => read(context),
  write: (context, _held, change) => write(context, change),
  source: 'core/storage/noCheck.ts',
});

function* serve(request: Request, { cell, reportRead, accept }: ResourceServer<unknown>): Program<Value> {
  const storageRequest = parseStorageRequest(request);
  if (storageRequest.kind === 'write')
    return accept({ value: storageRequest.value, base: storageRequest.base, token: null });
  reportRead(null);
  return [cell.value, cell.version];
}
