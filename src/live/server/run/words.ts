/** The texts that a live run reports, in both languages. */
import type { Text } from '../../../core/model/values/text';

export const preparing = {
  servers: (count: number): Text => ({
    en: count === 0 ? 'Starting.' : `Starting ${count} Redis ${count === 1 ? 'server' : 'servers'}.`,
    zh: count === 0 ? '正在启动。' : `正在启动 ${count} 个 Redis 服务器。`,
  }),
  programs: (clients: number): Text => ({
    en: `Starting ${clients} ${clients === 1 ? 'client' : 'clients'} and the storage.`,
    zh: `正在启动 ${clients} 个客户端和存储。`,
  }),
} as const;

export const stoppedBefore: Text = { en: 'Stopped before it had begun.', zh: '还没开始就停止了。' };

/** Quotes the problem unchanged, because it is not a fault of the scenario. */
export const broken = (problem: string): Text => ({
  en: `Unexpected error: ${problem}`,
  zh: `运行未能完成：${problem}`,
});
