/** The twelve attacks on a lock, in Chinese. */
import type { attackWords as english } from '../en/attacks';

export const attackWords: typeof english = {
  title: '十二种攻击',
  each: {
    'pause-each-step': {
      name: '每一步都暂停一次',
      about: '客户端停住的时间比租约还长，它的每一步之前各停一次。',
    },
    sleep: {
      name: '机器休眠',
      about: '客户端所在的虚拟机停住并被迁移，所有时钟一起停住，它看不到时间流逝。',
    },
    'lost-replies': {
      name: '每个应答丢失一次',
      about: '服务器照办了请求，应答却永远不到。每个应答各丢失一次。',
    },
    'late-requests': {
      name: '每个请求迟到一次',
      about: '请求到达时，客户端已经不再等待，或者租约已经结束。每个请求各迟到一次。',
    },
    'client-clock': {
      name: '客户端的时钟跳变',
      about: '客户端的挂钟被向前或向后拨动，幅度超过租约。',
    },
    'node-clock': {
      name: '节点的时钟跳变',
      about: '节点的挂钟被向前拨动，键提前过期。',
    },
    'crash-with-keys': {
      name: '节点崩溃，键还在',
      about: '节点被杀死，回来时写过的内容都在：每次写入都 fsync。',
    },
    'crash-without-keys': {
      name: '节点崩溃，键丢了',
      about: '节点被杀死，回来时是空的：什么都没有写到磁盘。',
    },
    failover: {
      name: '故障转移到副本',
      about: '副本接替主节点，最新的键可能还没有复制过来。',
    },
    cut: {
      name: '链路断开',
      about: '两边之间的消息送不过去，直到租约结束。双方都得不到通知。',
    },
    'slow-network': {
      name: '网络缓慢',
      about: '有一段时间，客户端与服务器之间每条消息的延迟都超过租约。',
    },
    'holder-dies': {
      name: '持有者死亡',
      about: '拿到锁、或正在拿锁的客户端崩溃，再也不回来。',
    },
  },
  fates: {
    broken: { name: '守不住', about: '更新丢失、锁卡死，或两个客户端同时在锁内。' },
    amber: { name: '两个在锁内，什么也没丢', about: '两个客户端同时在锁内，或有写入迟到，但没有更新丢失。' },
    unavailable: { name: '不可用', about: '超过设定的“耐心”谁也没能完成，但数据没有受损。' },
    undecided: { name: '无法断定', about: '某次运行还没到能判定的时候就被截断了。' },
    held: { name: '守住了', about: '这种攻击的每次运行，锁都守住了。' },
    'not-applicable': { name: '不适用', about: '这把锁没有这种攻击能打到的东西。' },
  },
  brokenCalm: '没有故障时它就守不住。',
  bareQuorum: '与此同时，持有者手里刚好是多数节点：其余节点连不上。',
};
