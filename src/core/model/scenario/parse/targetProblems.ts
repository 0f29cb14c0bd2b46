/** The messages for a fault that cannot hit its target. */
import { pageName, pageNames } from '../../links/pageNames';
import { listed, type Text } from '../../values/text';
import type { ProcessId } from '../processId';

/** @param alike the existing ones that may have been meant; if empty, the message names all existing ones. */
export function absent(id: ProcessId, alike: readonly ProcessId[], present: readonly ProcessId[]): Text {
  const name = pageName(id);
  const all = pageNames(alike.length === 0 ? present : alike);
  const there: Text =
    alike.length === 0
      ? { en: `its processes are ${all.en}`, zh: `它的进程有 ${all.zh}` }
      : { en: `there ${alike.length === 1 ? 'is only' : 'are'} ${all.en}`, zh: `只有 ${all.zh}` };
  return {
    en: `There is no ${name.en} in this scenario; ${there.en}.`,
    zh: `这个场景里没有 ${name.zh}；${there.zh}。`,
  };
}

export const noLockServer = (kind: string, id: ProcessId): Text => ({
  en: `Only a server that keeps the lock can have the fault "${kind}"; ${pageName(id).en} is not one.`,
  zh: `故障“${kind}”只能发生在保存锁的服务器上；${pageName(id).zh} 不是。`,
});

export const severalMembers = (id: ProcessId, members: readonly ProcessId[]): Text => ({
  en: `${pageName(id).en} has several members, and the fault needs one of them: ${pageNames(members).en}.`,
  zh: `${pageName(id).zh}有多个成员，故障要指定其中一个：${pageNames(members).zh}。`,
});

/** @param only the action that only these processes can do. */
export const noClient = (only: Text, id: ProcessId): Text => ({
  en: `${only.en}; ${pageName(id).en} is not a client.`,
  zh: `${only.zh}；${pageName(id).zh} 不是客户端。`,
});

export const onlyClientsAct: Text = {
  en: 'Only clients run the steps and send the requests that a fault can wait for',
  zh: '只有客户端才有故障可等待的步骤和请求',
};

export const noStep = (step: string, lock: string, steps: readonly string[]): Text => ({
  en: `There is no step "${step}" in the client's round or in the lock "${lock}"; the steps are ${listed(steps)}.`,
  zh: `客户端的一轮和锁“${lock}”里都没有步骤“${step}”；可用的有 ${listed(steps)}。`,
});

export const bothEnds = (id: ProcessId): Text => ({
  en: `${pageName(id).en} is at both ends; a process sends itself no messages.`,
  zh: `两端都是 ${pageName(id).zh}；进程不会给自己发消息。`,
});
