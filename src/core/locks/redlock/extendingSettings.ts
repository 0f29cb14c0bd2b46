/**
 * The settings of how Redlock extends, and of how a failed extension is reported. The programs are in `lock.ts` and
 * `extending.ts`.
 */
import { choice, count, flag, milliseconds, ratio } from '../../model/scenario/fields';
import { leaseMax } from '../../model/values/time';

export const redlockExtendingFields = {
  extensions: count({
    label: { en: 'Maximum extensions', zh: '最多续期次数' },
    help: {
      en: 'While the client works, the lock is extended, by default at half of its validity, this many times. 0: never. 10,000 is more than any run here reaches.',
      zh: '客户端工作期间续期（默认在有效时间过半时），最多这么多次。0 表示从不续期。10,000 次是这里的运行达不到的。',
    },
    min: 0,
    max: 10_000,
    default: 0,
  }),
  extendAt: ratio({
    label: { en: 'Extends after this share', zh: '剩余时间过去多少时续期' },
    help: {
      en: 'A share of the time that is left: 0.5 is at half of it. aioredlock: 0.6; redlock-universal: 0.8.',
      zh: '剩余时间的比例：0.5 即过半时。aioredlock 为 0.6，redlock-universal 为 0.8。',
    },
    min: 0,
    max: 1,
    step: 0.05,
    default: 0.5,
  }),
  extendBefore: milliseconds({
    label: { en: 'Extends before the end by', zh: '到期前多久续期' },
    help: {
      en: 'Instead of the share: this long before the validity ends. node-redlock 5: 500 ms. 0: by the share.',
      zh: '代替比例：有效时间结束前这么久。node-redlock 5 为 500 毫秒。0 表示按比例。',
    },
    min: 0,
    max: leaseMax,
    default: 0,
  }),
  extendTries: count({
    label: { en: 'Attempts of an extension', zh: '每次续期的尝试次数' },
    help: {
      en: 'An extension fails after this many attempts. Between them it waits as between the attempts of an acquire. aioredlock: 3.',
      zh: '尝试这么多次才算续期失败，其间的等待与加锁时相同。aioredlock 为 3 次。',
    },
    min: 1,
    max: 100,
    default: 1,
  }),
  extendsWhat: choice({
    label: { en: 'Extends', zh: '续期什么' },
    help: {
      en: 'An extension that takes a free key restores keys that a node forgot, but also revives a lock that another client held meanwhile. redlock-universal reads all nodes first; ContinueLock of redlock-cpp sets a new value in place of its old one, or on a free key.',
      zh: '能占用空闲键的续期会补回节点忘掉的键，也会复活期间被别人用过的锁。redlock-universal 先读所有节点；redlock-cpp 的 ContinueLock 用新值换掉旧值，键空闲时也会写入。',
    },
    options: [
      { id: 'mine', label: { en: 'its own key', zh: '自己的键' } },
      { id: 'mine-or-free', label: { en: 'its own key, or a free one', zh: '自己的键，或空闲的键' } },
      { id: 'get-then-extend', label: { en: 'its own key, after a GET', zh: '先 GET，再续自己的键' } },
      { id: 'new-value', label: { en: 'by a new value', zh: '换成新的值' } },
    ],
    default: 'mine',
  }),
  extendsExpired: flag({
    label: { en: 'Extends even after expiry', zh: '过期后照样续期' },
    help: {
      en: 'The timer of RedLock.net does not check the validity, and goes on until the lock is disposed; redlock-universal does not check it either.',
      zh: 'RedLock.net 的定时器不看有效时间，一直续到锁被释放为止；redlock-universal 的也不看。',
    },
    default: false,
  }),
  whenExtensionFails: choice({
    label: { en: 'When an extension fails', zh: '续期失败时' },
    help: {
      en: 'Until the validity ends, it can try again, or let the keys expire. redlock-rb, aioredlock, redlock-cpp and node-redlock 4 delete them everywhere, while the client is at work; the last two after each attempt.',
      zh: '有效时间结束前可以再试，也可以任键过期。redlock-rb、aioredlock、redlock-cpp 和 node-redlock 4 会在客户端还在干活时把键全部删掉，后两种每次尝试之后都删。',
    },
    options: [
      { id: 'keeps', label: { en: 'keeps trying', zh: '继续尝试' } },
      { id: 'ends', label: { en: 'stops extending', zh: '不再续期' } },
      { id: 'deletes', label: { en: 'deletes the keys', zh: '删除键' } },
      { id: 'deletes-each', label: { en: 'deletes the keys after each attempt', zh: '每次尝试后都删除键' } },
    ],
    default: 'keeps',
  }),
  toldBy: choice({
    label: { en: 'Learns of a loss from', zh: '由谁告知锁已失去' },
    help: {
      en: 'Redlock has a validity that a client can watch by its own clock. Some libraries report a failed extension: by a flag, or by a signal, which can interrupt the work. Most report nothing.',
      zh: 'Redlock 给出有效时间，客户端可以用自己的时钟去看。有些库在续期失败时用标志或信号告知，信号可以打断工作。多数库什么也不说。',
    },
    options: [
      { id: 'own-clock', label: { en: 'its own clock', zh: '自己的时钟' } },
      { id: 'nothing', label: { en: 'nothing', zh: '谁也不说' } },
      { id: 'flag', label: { en: 'a flag, to be polled', zh: '标志，要自己去看' } },
      { id: 'signal', label: { en: 'an abort signal', zh: '中止信号' } },
    ],
    default: 'own-clock',
  }),
} as const;
