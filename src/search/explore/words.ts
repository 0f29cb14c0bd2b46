/** What a search says about its space and its results, in both languages: for the command line and the page. */
import { severityWords } from '../../content/texts/severities';
import { formatMs } from '../../core/model/values/format';
import type { Text } from '../../core/model/values/text';
import type { HarmTarget } from './harm';
import type { Milestone } from './milestones';
import type { Space } from './space';

export const harmInWords = (harm: HarmTarget): Text =>
  harm === 'any' ? { en: 'any', zh: '任何一种' } : { en: severityWords.en[harm], zh: severityWords.zh[harm] };

interface Searching {
  readonly harm: HarmTarget;
  readonly kinds: readonly string[];
  readonly faultsMax: number;
  readonly lengths: readonly [number, number, number];
  readonly clients: number;
  readonly seeds: readonly number[];
}

export function spaceInWords({ harm, kinds, faultsMax, lengths, clients, seeds }: Searching): Text {
  const [first = 0] = seeds;
  const last = seeds.at(-1) ?? first;
  const [below, at, above] = lengths;
  if (kinds.length === 0)
    return {
      en: `Harm: ${harmInWords(harm).en}. ${clients} clients, without a fault; seed ${first}.`,
      zh: `危害：${harmInWords(harm).zh}。${clients} 个客户端，没有故障；种子 ${first}。`,
    };
  return {
    en: `Harm: ${harmInWords(harm).en}. ${clients} clients; at most ${faultsMax} of ${kinds.join(', ')}; lengths ${formatMs(below)}, ${formatMs(at)} and ${formatMs(above)}; ${first === last ? `seed ${first}` : `seeds ${first} to ${last}`}.`,
    zh: `危害：${harmInWords(harm).zh}。${clients} 个客户端；最多 ${faultsMax} 个故障，种类为 ${kinds.join('、')}；长度 ${formatMs(below)}、${formatMs(at)}、${formatMs(above)}；${first === last ? `种子 ${first}` : `种子 ${first} 到 ${last}`}。`,
  };
}

export const idle = (kinds: readonly string[]): Text => ({
  en: `Nothing here can be hit by ${kinds.join(', ')}, so nothing was tried.`,
  zh: `这里没有 ${kinds.join('、')} 可以作用的对象，因此没有尝试任何位置。`,
});

export const places = (count: number): Text => ({
  en: count === 1 ? '1 place' : `${count} places`,
  zh: `${count} 个位置`,
});

/** @param of what the strength measures, where a fault has several numbers */
export const margin = (strength: string, of: Text | null): Text => ({
  en: `It takes at least ${strength}${of === null ? '' : ` (${of.en})`}.`,
  zh: `至少需要 ${strength}${of === null ? '' : `（${of.zh}）`}。`,
});

export const stretches = (list: readonly string[]): Text => ({
  en: `Greater values do not always break it. These do: ${list.join(', ')}.`,
  zh: `并非越大越会出问题：只有 ${list.join('、')} 会。`,
});

/** What would settle a search without a break. */
export function whatSettles({
  scenario: { settings },
  kinds,
  lengths,
}: Pick<Space, 'scenario' | 'kinds' | 'lengths'>): Text {
  const lease = formatMs(lengths[1]);
  if (settings.clients < 2) return { en: 'Give the run a second client.', zh: '给这次运行加上第二个客户端。' };
  if (!kinds.includes('pause'))
    return {
      en: `Try pauses too: a pause longer than the lease of ${lease} lets another client in.`,
      zh: `把停顿也加进来：停顿超过 ${lease} 的租约，其他客户端就能进来。`,
    };
  return {
    en: `Find out how long the lock really lasts (${lease} was assumed), or make the run longer.`,
    zh: `请确认这把锁实际持续多久（这里假定为 ${lease}），或者延长运行时间。`,
  };
}

/** A space in which no fault has a place. */
export const nothingToTry = ({ kinds }: Pick<Space, 'kinds'>): Text =>
  kinds.length === 0
    ? { en: 'No kind of fault was asked for.', zh: '没有选任何一种故障。' }
    : {
        en: `No fault was tried: ${kinds.join(', ')} can hit nothing here. Try pauses.`,
        zh: `没有尝试任何故障：${kinds.join('、')}在这里没有可作用的地方。可以试试停顿（pause）。`,
      };

/** @param what would settle it */
export const unsettled = (what: Text): Text => ({
  en: `Not settled: in none of these runs did the lease end before its holder was done, and another client get in. ${what.en}`,
  zh: `无法断定：没有一次运行出现租约先于持有者结束、另一个客户端进入的情况。${what.zh}`,
});

export const withoutFault: Text = { en: 'No fault is needed.', zh: '不需要任何故障。' };

export const more = (count: number): Text => ({ en: `And ${count} more.`, zh: `另外还有 ${count} 组。` });

export const covered = (placed: readonly number[], held: number): Text => ({
  en: `Places for one fault${placed.length > 1 ? ', for a second, …' : ''}: ${placed.join(', ')}. Different runs without a break: ${held}.`,
  zh: `${placed.length > 1 ? '第一个、第二个……故障' : '故障'}的位置数：${placed.join('、')}。没有出问题的不同运行：${held} 个。`,
});

const milestoneNames: Readonly<Record<Milestone, Text>> = {
  'expired-inside': { en: 'a key expired before its client was done', zh: '客户端持有锁期间键过期' },
  'two-inside': { en: 'two clients held the lock at once', zh: '两个客户端同时持有锁' },
  'refused-write': { en: 'the storage rejected a write', zh: '存储拒绝了一次写入' },
  'died-inside': { en: 'a client died while it held the lock', zh: '客户端持有锁时崩溃' },
  'refused-try': { en: 'a client did not get the lock', zh: '客户端没有拿到锁' },
  'timed-out': { en: 'a client stopped waiting for a reply', zh: '客户端等待应答超时' },
  told: { en: 'a client was told that its lock was lost', zh: '客户端得知自己的锁已丢失' },
  'taken-over': {
    en: 'another client got in after a lock had ended before its release',
    zh: '锁未经释放就已到期，另一个客户端随后进入',
  },
};

export const unreached = (milestones: readonly Milestone[]): Text => ({
  en: `No run had this: ${milestones.map((milestone) => milestoneNames[milestone].en).join('; ')}.`,
  zh: `没有任何一次运行出现：${milestones.map((milestone) => milestoneNames[milestone].zh).join('；')}。`,
});

export const interesting: Text = {
  en: 'Runs without a break, the most eventful first:',
  zh: '没有出问题的运行，按复杂程度排列：',
};

export const reachedInWords = (milestones: readonly Milestone[], count: number): Text => ({
  en: `${milestones.map((milestone) => milestoneNames[milestone].en).join('; ') || 'nothing of note'} (${count} runs)`,
  zh: `${milestones.map((milestone) => milestoneNames[milestone].zh).join('；') || '没有特别之处'}（${count} 次）`,
});
