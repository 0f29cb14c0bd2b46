/**
 * A resource that compares the writer's sequencer with the newest that it has seen. It asks no service, so it accepts
 * an old sequencer until it sees a newer one: with a mark at the read, when the new holder reads. Source: Burrows 2006,
 * "The Chubby lock service"; the mark: Junqueira 2016, "Note on fencing and distributed locks".
 */
import type { Program } from '../model/effects/effect';
import type { Request, Value } from '../model/effects/request';
import { flag, type ValuesOf } from '../model/scenario/fields';
import { defineResource, type ResourceServer } from '../model/scenario/resource';
import { isShared, parseStorageRequest, read, write } from './storageClient';

const fields = {
  markAtRead: flag({
    label: { en: 'A read counts as seen', zh: '读也算见过' },
    help: {
      en: 'The sequencer of a reader is remembered too: from then on, an older holder cannot destroy what the reader will write.',
      zh: '读者的 sequencer 也会被记住：从那时起，更旧的持有者再也毁不掉读者将要写的内容。',
    },
    default: false,
  }),
} as const;

export const newestSequencer = defineResource({
  id: 'newest-sequencer',
  title: { en: 'Newest sequencer seen', zh: '见过的最新 sequencer' },
  about: {
    en: 'The storage rejects a write whose generation is older than the newest it has seen, without asking the lock service.',
    zh: '写的世代号若比见过的最新值旧，存储就拒绝它，不必询问锁服务。',
  },
  fields,
  needsToken: true,
  keepsData: ({ markAtRead }) => (markAtRead ? 'while-tokens-rise' : 'in-some-cases'),
  serve,
  read: (context, held) => read(context, held.token),
  write: (context, held, change) => write(context, change, held.token, ...(held.shared ? [held.owner] : [])),
  source: 'core/storage/newestSequencer.ts',
});

function* serve(request: Request, server: ResourceServer<ValuesOf<typeof fields>>): Program<Value> {
  const { cell, settings } = server;
  const storageRequest = parseStorageRequest(request);
  const generation = storageRequest.token;
  const isNewest = generation !== null && generation >= (cell.token ?? generation);

  if (storageRequest.kind === 'read') {
    server.reportRead(generation);
    if (settings.markAtRead && isNewest && generation !== cell.token) {
      cell.token = generation;
      server.reportToken(generation);
    }
    return [cell.value, cell.version];
  }

  if (isShared(request.args[3])) {
    server.reject({ check: 'mode', token: generation, value: storageRequest.value });
    return null;
  }
  if (!isNewest) {
    server.reject({ check: 'token', token: generation, against: cell.token, value: storageRequest.value });
    return null;
  }
  cell.token = generation;
  return server.accept({ value: storageRequest.value, base: storageRequest.base, token: generation });
}
