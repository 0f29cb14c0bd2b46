/**
 * An email that should be sent once. A client asks whether it was sent, sends it, and marks it as sent. An email cannot
 * be taken back, but a second one corrupts nothing: locks are often used for this efficiency. Source: Kleppmann 2016,
 * on efficiency and correctness; an expensive computation that is done twice is the same.
 */
import type { Program } from '../model/effects/effect';
import { command, isGrant, type Request, type Value } from '../model/effects/request';
import { flag, type ValuesOf } from '../model/scenario/fields';
import {
  defineResource,
  type Reading,
  type ResourceContext,
  type ResourceServer,
  type Writing,
} from '../model/scenario/resource';
import { ask, failure, unknownRequest, writingOf } from './storageClient';

const mailFields = {
  asks: flag({
    label: { en: 'Asks and marks', zh: '先询问，后标记' },
    help: {
      en: 'Off: the client sends without asking, like a job that trusts its lock alone.',
      zh: '关闭：客户端不问就发，如同只依赖锁的定时任务。',
    },
    default: true,
  }),
  recognizes: flag({
    label: { en: 'Recognizes a repeat', zh: '识别重复请求' },
    help: {
      en: 'Each SEND names the job it is for (an idempotency key). A second SEND for the same job gets the same answer, and nothing is sent.',
      zh: '每个 SEND 都带上它属于哪个任务（幂等键）。同一任务的第二个 SEND 得到与第一个相同的应答，邮件不会再发。',
    },
    default: false,
  }),
} as const;

type Settings = ValuesOf<typeof mailFields>;
type Context = ResourceContext<Settings>;

interface Kept {
  sentCount: number;
  isMarked: boolean;
}

export const mail = defineResource({
  id: 'mail',
  title: { en: 'An email', zh: '一封邮件' },
  about: {
    en: 'An email that should go out once: the client asks whether it has been sent, sends it, and marks it as sent.',
    zh: '一封只该发一次的邮件：客户端先问发了没有，再发出，然后标记为已发。',
  },
  fields: mailFields,
  needsToken: false,
  keepsData: ({ recognizes }) => (recognizes ? 'in-some-cases' : null),
  keeps: (): Kept => ({ sentCount: 0, isMarked: false }),
  serve,
  read,
  write,
  source: 'core/storage/mail.ts',
});

function* read(context: Context): Program<Reading> {
  if (!context.settings.asks) return { kind: 'read', value: 0, version: -1 };
  const isSent = yield* ask(context, command('IS-SENT'));
  if (isSent.kind !== 'ok') return failure(isSent);
  return isGrant(isSent) ? { kind: 'done' } : { kind: 'read', value: 0, version: -1 };
}

function* write(context: Context): Program<Writing> {
  const writing = writingOf(yield* ask(context, command('SEND')));
  if (writing.kind !== 'written' || !context.settings.asks) return writing;
  const marked = yield* ask(context, command('MARK-SENT'));
  return marked.kind === 'ok' ? writing : failure(marked);
}

function* serve(
  request: Request,
  { settings, kept, reportEffectCheck, reportEffect }: ResourceServer<Settings, Kept>,
): Program<Value> {
  switch (request.command) {
    case 'IS-SENT':
      reportEffectCheck(kept.isMarked);
      return kept.isMarked ? 1 : 0;
    case 'SEND':
      if (settings.recognizes && kept.sentCount > 0) return kept.sentCount;
      kept.sentCount++;
      reportEffect(kept.sentCount);
      return kept.sentCount;
    case 'MARK-SENT':
      kept.isMarked = true;
      return 1;
    default:
      throw unknownRequest(request);
  }
}
