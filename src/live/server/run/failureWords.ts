/** The messages for a run that failed because something ended, in both languages. */
import { spaced } from '../../../core/model/values/chineseSpaces';
import { formatAt } from '../../../core/model/values/format';
import type { Text } from '../../../core/model/values/text';
import type { Micros } from '../../../core/model/values/time';

/** @param at null: before the run began. @param how a signal or a status; empty if unknown. */
export function endedByItself(name: Text, { how, at }: { readonly how: string; readonly at: Micros | null }): Text {
  const when: Text =
    at === null
      ? { en: 'before the run began', zh: '在运行开始之前' }
      : { en: `at ${formatAt(at)}`, zh: `在 ${formatAt(at)} 时` };
  const did: Text = how === 'restarted' ? { en: 'was restarted', zh: '被重新启动' } : ended(how);
  return {
    en: `${name.en} ${did.en} ${when.en}, although no fault of the scenario had caused it.`,
    zh: spaced(`${name.zh}${when.zh}${did.zh}，而场景中没有任何故障要求如此。`),
  };
}

const ended = (how: string): Text =>
  how === '' ? { en: 'ended', zh: '终止了' } : { en: `ended (${how})`, zh: `终止了（${how}）` };

// The names of what can end.

export const database: Text = {
  en: 'The Postgres server of DATABASE_URL',
  zh: 'DATABASE_URL 指定的 Postgres 服务器',
};

export const serverOfOthers = ({ en, zh }: Text): Text => ({
  en: `The server of REDIS_URLS that is ${en}`,
  zh: `REDIS_URLS 中充当${zh}的服务器`,
});

export const ownServer = ({ en, zh }: Text): Text => ({ en: `The redis-server of ${en}`, zh: `${zh}的 redis-server ` });

export const processOf = ({ en, zh }: Text): Text => ({ en: `The process of ${en}`, zh: `${zh}的进程` });

// Advice.

export const keepItUp: Text = {
  en: 'See that this server is up and stays up, then run it again.',
  zh: '请确认该服务器已启动并保持运行，然后再运行一次。',
};

export const freeMemory: Text = {
  en: 'SIGKILL comes from a person, or from a system that is short of memory: its log (journalctl -k) says which. Free some memory, then run it again.',
  zh: 'SIGKILL 由人发出，或由内存不足的系统发出：系统日志（journalctl -k）会说明。请腾出一些内存，然后再运行一次。',
};

export const runAgain: Text = {
  en: 'Run it again. If it ends again, search for its last words and report them.',
  zh: '请再运行一次。如果再次终止，请用它最后的输出去搜索或报告问题。',
};
