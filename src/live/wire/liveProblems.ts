/** Why a scenario does not run on real servers, and what a page shows if it does not understand a server. */

import { pageName } from '../../core/model/links/pageNames';
import type { ProcessId } from '../../core/model/scenario/processId';
import { formatMs } from '../../core/model/values/format';
import type { Text } from '../../core/model/values/text';

/** @param service the kind of server that is missing. */
export const noServer = (lock: Text, service: string): Text => ({
  en: `“${lock.en}” runs only in the simulator: this playground starts real Redis servers and a real database, but no ${service}.`,
  zh: `“${lock.zh}”只能在模拟器中运行：这里会启动真实的 Redis 和数据库，但不会启动 ${service}。`,
});

/** The longest run, in ms. */
export const durationMsMax = 120_000;

export const tooLong: Text = {
  en: `A run on real Redis takes real time; at most ${formatMs(durationMsMax)} is allowed.`,
  zh: `在真实 Redis 上运行要花真实的时间：最长 ${formatMs(durationMsMax)}。`,
};

export const onlySimulated = (lock: Text): Text => ({
  en: `“${lock.en}” runs only in the simulator.`,
  zh: `“${lock.zh}”只能在模拟器中运行。`,
});

export const needsPostgres: Text = {
  en: 'Advisory locks need Postgres; the embedded database has none. Start the server with DATABASE_URL=postgres://… to run this for real.',
  zh: '咨询锁（advisory lock）需要 Postgres，内嵌数据库没有。用 DATABASE_URL=postgres://… 启动服务器即可真实运行。',
};

export const noDriverPool: Text = {
  en: 'The pool of a driver, which closes idle connections, is only simulated.',
  zh: '驱动自带、会关闭空闲连接的连接池只有模拟。',
};

export const needsTransactions: Text = {
  en: 'A commit after the release needs Postgres; the embedded database has no transaction of several statements. Start the server with DATABASE_URL=postgres://… to run this for real.',
  zh: '释放之后才提交需要 Postgres，内嵌数据库没有跨多条语句的事务。用 DATABASE_URL=postgres://… 启动服务器即可真实运行。',
};

export const noSlowDisk: Text = {
  en: 'A slow disk exists only in the simulator: a real disk cannot be made slow. Set the disk to honest to run this for real.',
  zh: '慢磁盘只在模拟器中有：我们无法让真实的磁盘变慢。把磁盘设为“诚实”即可真实运行。',
};

export const beyondSentinels: Text = {
  en: 'Real sentinels can be paused, killed and cut off. Faults of their clocks and messages, and a failover by someone else, run only in the simulator.',
  zh: '真实的哨兵可以停顿、终止或断开连接。针对其时钟和消息的故障，以及由别人发起的故障转移，只能在模拟器中运行。',
};

export const timersFirst = (process: ProcessId): Text => ({
  en: `A real process handles its timers first after a pause; ${pageName(process).en} is set to handle messages first.`,
  zh: `真实进程在停顿后继续时总是先处理定时器；而 ${pageName(process).zh} 被设置为先处理消息。`,
});

export const otherVersion: Text = {
  en: 'This page and its server are different versions: reload the page.',
  zh: '页面与服务器的版本不同：请重新载入页面。',
};

/** @param what the message, or the problem with it. */
export const notUnderstood = (what: Text): Text => ({
  en: `The server said something that this page does not understand (${what.en}). Reload the page.`,
  zh: `页面无法理解服务器发来的内容（${what.zh}）。请重新载入页面。`,
});

export const noJson: Text = { en: 'not JSON', zh: '不是 JSON' };

export const noObject: Text = { en: 'not an object', zh: '不是对象' };

export const unknownMessage: Text = { en: 'an unknown message', zh: '未知的消息' };

export const contradictsItself: Text = notUnderstood({
  en: 'it contradicts what it said before',
  zh: '与它之前发来的内容矛盾',
});

// What a field may contain; each text follows "must be".

export const readyOrMissing: Text = { en: 'ready or missing', zh: 'ready 或 missing' };

export const yesOrNo: Text = { en: 'true or false', zh: 'true 或 false' };

export const reasonsByNeed: Text = { en: 'reasons by what is needed', zh: '以所需项目为键的原因' };

/** @param types of messages. */
export const oneOfTypes = (types: string): Text => ({ en: `one of ${types}`, zh: `${types} 之一` });
