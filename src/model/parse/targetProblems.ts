/** What a person is told of a fault that cannot strike what it names. */
import { listed, type Text } from '../text';

/** @param alike those that are there and could have been meant; without any, all that are there are named. */
export function absent(id: string, alike: readonly string[], present: readonly string[]): Text {
  const there: Text =
    alike.length === 0
      ? { en: `its processes are ${listed(present)}`, zh: `它的进程有 ${listed(present)}` }
      : { en: `there ${alike.length === 1 ? 'is only' : 'are'} ${listed(alike)}`, zh: `只有 ${listed(alike)}` };
  return { en: `There is no ${id} in this scenario; ${there.en}.`, zh: `这个场景里没有 ${id}；${there.zh}。` };
}

export const noRedis = (kind: string, id: string): Text => ({
  en: `Only a Redis server can have the fault "${kind}"; ${id} is none.`,
  zh: `故障“${kind}”只能发生在 Redis 服务器上；${id} 不是。`,
});

/** @param only what no other process can do. */
export const noClient = (only: Text, id: string): Text => ({
  en: `${only.en}; ${id} is no client.`,
  zh: `${only.zh}；${id} 不是客户端。`,
});

export const onlyClientsAct: Text = {
  en: 'Only clients run the steps and send the requests that a fault can wait for',
  zh: '只有客户端才有故障可等待的步骤和请求',
};

export const noStep = (step: string, lock: string, steps: readonly string[]): Text => ({
  en: `There is no step "${step}" in the client's round or in the lock "${lock}"; there are ${listed(steps)}.`,
  zh: `客户端的一轮和锁“${lock}”里都没有步骤“${step}”；有 ${listed(steps)}。`,
});

export const bothEnds = (id: string): Text => ({
  en: `${id} stands at both ends; a process sends itself no messages.`,
  zh: `两端都是 ${id}；进程不会给自己发消息。`,
});
