/** Settings of Redlock that make no sense together. The page opens without it. */
import type { Settings } from '../model/scenario';
import type { Text } from '../model/text';
import { quorumOf, type RedlockSettings } from './redlockFields';
import { majority } from './votes';

export function redlockWarnings(own: RedlockSettings, { nodes: { count } }: Settings): readonly Text[] {
  const nodes = Array.from({ length: count });
  const need = quorumOf(own, nodes);
  const tells = own.toldBy === 'flag' || own.toldBy === 'signal';
  return [
    ...when(need < majority(nodes), {
      en: `${need} of ${count} nodes are no majority: two clients can both have that many.`,
      zh: `${count} 个节点中的 ${need} 个不是多数：两个客户端可能同时凑够。`,
    }),
    ...when(need > count, {
      en: `There are ${count} nodes, and ${need} must agree: nobody gets the lock.`,
      zh: `只有 ${count} 个节点，却要 ${need} 个同意：谁也拿不到锁。`,
    }),
    ...when(own.ask === 'sequence' && own.goesOn !== 'all' && own.goesOn !== 'decided', {
      en: 'Nodes that are asked one after the other are all waited for.',
      zh: '依次请求时，每个节点都会等到。',
    }),
    ...when(own.timeoutOn === 'acquire' && own.nodeTimeout === 0, {
      en: 'The timeout is 0, which is none: there is nothing to hold for the acquire alone.',
      zh: '超时为 0，即没有超时：也就谈不上只用于加锁。',
    }),
    ...when(own.leaseFrom === 'asking' && !own.validityCheck, {
      en: 'Without the check of the validity, the lease counts from its return.',
      zh: '不检查有效时间时，租约从返回之时算起。',
    }),
    ...when(own.extensions > 0 && (own.extendBefore === 0 ? own.extendAt === 0 : own.extendBefore >= own.ttl), {
      en: 'It extends again as soon as it has extended, without a pause.',
      zh: '刚续完又续，一刻不停。',
    }),
    ...when(own.extensions > 0 && own.extendBefore === 0 && own.extendAt === 1 && !own.extendsExpired, {
      en: 'It would extend when the validity is over, and then it does not.',
      zh: '要等有效时间结束才续期，而那时已不再续期。',
    }),
    ...when(own.keys > 1 && own.extendsWhat === 'get-then-extend', {
      en: 'The GET before an extension reads the first key alone.',
      zh: '续期之前的 GET 只读第一个键。',
    }),
    ...when(own.extensions === 0 && tells, {
      en: 'A failed extension is what this library tells of, and there are no extensions: nobody tells.',
      zh: '这种库只在续期失败时告知，而这里没有续期：谁也不会说。',
    }),
  ];
}

const when = (holds: boolean, text: Text): readonly Text[] => (holds ? [text] : []);
