/**
 * An object of several parts, written one after the other, so a write is not a single moment. The harm that a late
 * writer can do depends on whether the token is checked once or for each part. With a staged write, no client sees half
 * an object.
 * Source: "On distributed locks", view 4: token 34 pauses in the middle of its write, and 35 begins.
 */
import type { Program } from '../model/effects/effect';
import { command, type Request, type Value } from '../model/effects/request';
import { choice, count, flag, type ValuesOf } from '../model/scenario/fields';
import type { Held } from '../model/scenario/lock';
import {
  type Change,
  defineResource,
  type ResourceContext,
  type ResourceServer,
  type Writing,
} from '../model/scenario/resource';
import { ask, numberAt, read, unknownRequest, writingOf } from './storageClient';

const fields = {
  chunks: count({
    label: { en: 'Chunks', zh: '分块数' },
    help: {
      en: 'How many parts the object has. Each is a request of its own.',
      zh: '对象分成几块。每块是一次单独的请求。',
    },
    min: 2,
    max: 9,
    default: 4,
  }),
  checked: choice({
    label: { en: 'The token is checked', zh: '何时检查 token' },
    help: {
      en: 'If it is checked once, a client that has written its first chunk may write the rest, however late.',
      zh: '若只检查一次，写过第一块的客户端无论多晚都能写完其余各块。',
    },
    options: [
      { id: 'once', label: { en: 'with the first chunk', zh: '只在第一块' } },
      { id: 'each', label: { en: 'with each chunk', zh: '每一块' } },
    ],
    default: 'each',
  }),
  staged: flag({
    label: { en: 'Staged', zh: '先暂存' },
    help: {
      en: 'The chunks are staged, and the last one makes all of them visible at once: nobody reads half an object.',
      zh: '各块先放在一边，最后一块到齐时一起可见：谁也读不到一半。',
    },
    default: false,
  }),
} as const;

type Settings = ValuesOf<typeof fields>;

export const chunks = defineResource({
  id: 'chunks',
  title: { en: 'Several chunks', zh: '分块写入' },
  about: {
    en: 'The object has several parts that are written one after the other, each with the token.',
    zh: '对象由几块组成，逐块写入，每块都带着 token。',
  },
  fields,
  needsToken: true,
  keepsData: 'in-some-cases',
  serve,
  read: (context, held) => read(context, held.token),
  write,
  source: 'core/storage/chunks.ts',
});

function* write(context: ResourceContext<Settings>, { token }: Held, { value, base }: Change): Program<Writing> {
  for (let part = 1; ; part++) {
    const reply = yield* ask(context, command('CHUNK', value, base, token ?? -1, part));
    const writing = writingOf(reply);
    if (writing.kind !== 'written' || part === context.settings.chunks) return writing;
  }
}

function* serve(request: Request, server: ResourceServer<Settings>): Program<Value> {
  const { cell, settings } = server;
  const { command: name, args } = request;
  if (name === 'READ') {
    server.reportRead(numberAt(args, 0));
    return [cell.value, cell.version];
  }
  if (name !== 'CHUNK') throw unknownRequest(request);
  const [value, base, token, part] = args.map(Number);
  if (value === undefined || base === undefined || token === undefined || part === undefined)
    throw unknownRequest(request);

  if (part === 1 || settings.checked === 'each') {
    if (token < (cell.token ?? token)) {
      server.reject({ check: 'token', token, against: cell.token, value });
      return null;
    }
    cell.token = token;
  }

  if (!settings.staged) server.acceptPart({ part, value, base, token });
  return part === settings.chunks ? server.accept({ value, base, token }) : 1;
}
