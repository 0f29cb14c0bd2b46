/**
 * A resource that accepts a write only if it is based on the current version: compare-and-set. Check and write are
 * one step: `serve` yields nothing between them, so nothing can happen in between.
 */
import type { Program } from '../model/effects/effect';
import type { Request, Value } from '../model/effects/request';
import { defineResource, type ResourceServer } from '../model/scenario/resource';
import { parseStorageRequest, read, write } from './storageClient';

export const version = defineResource({
  id: 'version',
  title: { en: 'Version check', zh: '版本检查' },
  about: {
    en: 'The storage rejects a write that is based on any version but the current one.',
    zh: '写所依据的版本若不是当前版本，存储就拒绝它。',
  },
  fields: {},
  needsToken: false,
  keepsData: 'always',
  serve,
  read: (context) => read(context),
  write: (context, _held, change) => write(context, change),
  source: 'core/storage/version.ts',
});

function* serve(request: Request, { cell, reportRead, accept, reject }: ResourceServer<unknown>): Program<Value> {
  const storageRequest = parseStorageRequest(request);
  if (storageRequest.kind === 'read') {
    reportRead(null);
    return [cell.value, cell.version];
  }
  if (storageRequest.base !== cell.version) {
    reject({ check: 'version', base: storageRequest.base, against: cell.version, value: storageRequest.value });
    return null;
  }
  return accept({ value: storageRequest.value, base: storageRequest.base, token: null });
}
