/** Why a fault cannot strike in a scenario, or came to nothing at its moment. */
import { noClient } from '../model/parse/targetProblems';
import { listed, type Text } from '../model/text';

export const noThread = (id: string): Text =>
  noClient(
    {
      en: 'Only a client has a thread that can end while its process lives',
      zh: '只有客户端才有可以单独终止而进程不退出的线程',
    },
    id,
  );

export const noReplica = (master: string): Text => ({
  en: `${master} has no replica that could take over.`,
  zh: `${master} 没有可以接替它的副本。`,
});

export const notItsReplica = (id: string, master: string, replicas: readonly string[]): Text => ({
  en: `${id} is no replica of ${master}; its replicas are ${listed(replicas)}.`,
  zh: `${id} 不是 ${master} 的副本；它的副本有 ${listed(replicas)}。`,
});

export const noClientOfOldMaster = (id: string): Text =>
  noClient(
    {
      en: 'Only clients can go on talking to a master that is cut off',
      zh: '被隔开的主节点只能继续与客户端通信',
    },
    id,
  );

export const noneUp = (master: string): Text => ({
  en: `No replica was up to take the place of ${master}.`,
  zh: `没有活着的副本可以接替 ${master}。`,
});

export const couldNotTakeOver = (id: string, master: string): Text => ({
  en: `${id} could not take the place of ${master}: it was down or paused, or had it already.`,
  zh: `${id} 无法接替 ${master}：它已宕机或暂停，或者早已接替。`,
});
