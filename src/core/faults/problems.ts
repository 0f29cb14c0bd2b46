/** The messages for a fault that cannot take effect in a scenario, or had no effect at its moment. */
import { pageName, pageNames } from '../model/links/pageNames';
import { noClient } from '../model/scenario/parse/targetProblems';
import type { ProcessId } from '../model/scenario/processId';
import type { Text } from '../model/values/text';

export const noThread = (id: ProcessId): Text =>
  noClient(
    {
      en: 'Only a client has a thread that can end while its process lives',
      zh: '只有客户端才有可以单独终止而进程不退出的线程',
    },
    id,
  );

export const noSignal = (id: ProcessId): Text =>
  noClient({ en: 'Only a client can be asked to stop by a signal', zh: '只有客户端能收到要求停止的信号' }, id);

export const signalToThread: Text = {
  en: 'A signal asks a whole process to stop, not a single thread.',
  zh: '信号要求整个进程停止，不能只发给一个线程。',
};

export const noReplica = (master: ProcessId): Text => ({
  en: `${pageName(master).en} has no replica that could take over.`,
  zh: `${pageName(master).zh} 没有可以接替它的副本。`,
});

export const notItsReplica = (id: ProcessId, master: ProcessId, replicas: readonly ProcessId[]): Text => ({
  en: `${pageName(id).en} is not a replica of ${pageName(master).en}; its replicas are ${pageNames(replicas).en}.`,
  zh: `${pageName(id).zh} 不是 ${pageName(master).zh} 的副本；它的副本有 ${pageNames(replicas).zh}。`,
});

export const noClientOfOldMaster = (id: ProcessId): Text =>
  noClient(
    {
      en: 'Only clients can go on talking to a master that is cut off',
      zh: '被隔离的主节点只能继续与客户端通信',
    },
    id,
  );

export const noService = (id: ProcessId): Text => ({
  en: `Only a lock service can be without a leader; ${pageName(id).en} is not one.`,
  zh: `只有锁服务才会没有 leader；${pageName(id).zh} 不是。`,
});

export const noLeaderEver = (id: ProcessId): Text => ({
  en: `${pageName(id).en} is one server here: it has no leader to lose.`,
  zh: `${pageName(id).zh} 在这里只有一台服务器，没有 leader 可失。`,
});

export const noSessionOf = (id: ProcessId): Text =>
  noClient({ en: 'Only a client has a session that a database can end', zh: '只有客户端才有数据库可以结束的会话' }, id);

export const noDatabase: Text = {
  en: 'Only a lock in a database has a session that can end; this scenario has no database.',
  zh: '只有数据库里的锁才有可以结束的会话；这个场景里没有数据库。',
};

export const noSession = (id: ProcessId): Text => ({
  en: `${pageName(id).en} had no session then that a database could end.`,
  zh: `${pageName(id).zh} 当时没有数据库可以结束的会话。`,
});

export const noKey = (id: ProcessId): Text => ({
  en: `${pageName(id).en} had no such key then, or could not remove it.`,
  zh: `${pageName(id).zh} 当时没有这个键，或者删不掉它。`,
});

export const onlyByHand = (id: ProcessId): Text => ({
  en: `Only a Redis server evicts keys or is flushed; a lock of ${pageName(id).en} is freed by hand (how: "del").`,
  zh: `只有 Redis 服务器会淘汰键或被清空；${pageName(id).zh}里的锁只能手工释放（how: "del"）。`,
});

export const noneUp = (master: ProcessId): Text => ({
  en: `No replica was up to replace ${pageName(master).en}.`,
  zh: `没有活着的副本可以接替 ${pageName(master).zh}。`,
});

export const couldNotTakeOver = (id: ProcessId, master: ProcessId): Text => ({
  en: `${pageName(id).en} could not replace ${pageName(master).en}: it was down or paused, or had already replaced it.`,
  zh: `${pageName(id).zh} 无法接替 ${pageName(master).zh}：它已宕机或停顿，或者早已接替。`,
});
