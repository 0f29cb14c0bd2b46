/** A run that came to nothing after it had begun: whose end it was, in words, and what can be done about it. */

import { formatAt } from '../../model/format';
import { nameOf } from '../../model/processName';
import type { ProcessId } from '../../model/scenario';
import type { Text } from '../../model/text';
import type { Micros } from '../../model/time';
import type { Role, Trace } from '../../model/trace';
import { names as englishNames } from '../../narrate/en/names';
import { names as chineseNames } from '../../narrate/zh/names';
import type { Death } from '../death';
import { broken } from './words';

export interface Failure {
  readonly problem: Text;
  /** What to do. */
  readonly advice?: Text;
  /** Of who has ended. */
  readonly lastWords?: readonly string[];
}

/** Carries what has come of the run by then; null where it had not begun. */
export class RunFailed extends Error {
  constructor(
    readonly failure: Failure,
    readonly trace: Trace | null,
  ) {
    super(failure.problem.en);
  }
}

/** Who can end by itself. `database`: the Postgres server that the run was told to use. */
export interface Deceased {
  readonly id: ProcessId | 'database';
  readonly role: Role | 'database';
  /** It was there before the run, and belongs to somebody else. */
  readonly isOfOthers: boolean;
}

/** When several end together, the one that took the others with it: whoever others depend on comes first. */
export const gravity = ({ role }: Deceased): number =>
  role === 'database' ? 3 : role === 'node' || role === 'replica' ? 2 : 1;

export const mistake = (problem: string): Failure => ({ problem: broken(problem) });

/** @param at when it was noticed; null: before it began. */
export function endedByItself(who: Deceased, { how, lastWords }: Death, at: Micros | null): Failure {
  const name = nameInBoth(who);
  const kind = how === '' ? '' : ` (${how})`;
  const when: Text =
    at === null
      ? { en: 'before the run began', zh: '在运行开始之前' }
      : { en: `at ${formatAt(at)}`, zh: `在 ${formatAt(at)} 时` };
  const did: Text =
    how === 'restarted' ? { en: 'was begun anew', zh: '被重新启动' } : { en: `ended${kind}`, zh: `终止了${kind}` };
  return {
    problem: {
      en: `${name.en} ${did.en} ${when.en}, and no fault of the scenario had told it to.`,
      zh: `${name.zh}${when.zh}${did.zh}，而场景中没有任何故障要求如此。`,
    },
    advice: adviceOn(who, how),
    ...(lastWords.length === 0 ? {} : { lastWords }),
  };
}

function nameInBoth({ id, role, isOfOthers }: Deceased): Text {
  if (id === 'database')
    return { en: 'The Postgres server of DATABASE_URL', zh: 'DATABASE_URL 指定的 Postgres 服务器' };
  const [en, zh] = [nameOf(id, englishNames), nameOf(id, chineseNames)];
  if (role === 'node' || role === 'replica')
    return isOfOthers
      ? { en: `The server of REDIS_URLS that is ${en}`, zh: `REDIS_URLS 中充当${zh}的服务器` }
      : { en: `The redis-server of ${en}`, zh: `${zh}的 redis-server ` };
  return { en: `The process of ${en}`, zh: `${zh}的进程` };
}

function adviceOn({ isOfOthers }: Deceased, how: string): Text {
  if (isOfOthers)
    return {
      en: 'See that this server is up and stays up, then run it again.',
      zh: '请确认该服务器已启动并保持运行，然后再运行一次。',
    };
  if (how === 'SIGKILL')
    return {
      en: 'SIGKILL comes from a person, or from a system that is short of memory: its log (journalctl -k) says which. Free some memory, then run it again.',
      zh: 'SIGKILL 来自某个人，或来自内存不足的系统：系统日志（journalctl -k）会说明。请腾出一些内存，然后再运行一次。',
    };
  return {
    en: 'Run it again. Should it end once more, its last words are what to search for and what to report.',
    zh: '请再运行一次。如果再次终止，请用它最后的输出去搜索或报告问题。',
  };
}
