/** What `attack` says in a CI, in both languages. Names of breaks are English alone, since files hold them. */
import { formatMs } from '../../../core/model/values/format';
import { listed, type Text } from '../../../core/model/values/text';

export const badBudget: Text = {
  en: '--budget takes a time above 0 with its unit, at most a day: 500ms, 60s, 5m or 1h.',
  zh: '--budget 后面要写大于 0、不超过一天的时间，并带上单位：500ms、60s、5m 或 1h。',
};

export const badShard = (most: number): Text => ({
  en: `--shard takes its number and how many there are, such as 2/4: from 1/1 to ${most}/${most}, and the number is not above the count.`,
  zh: `--shard 后面写第几份和总份数，例如 2/4：从 1/1 到 ${most}/${most}，序号不能超过总份数。`,
});

export const needsAccept: Text = {
  en: '--accept takes the path of a JSON file with the known breaks.',
  zh: '--accept 后面要写一个 JSON 文件的路径，里面是已知的问题。',
};

export const updatesWhat: Text = {
  en: '--update writes the file of --accept. Give both.',
  zh: '--update 会写入 --accept 的文件，两个要一起给。',
};

export const searchesOnly: Text = {
  en: '--reporter, --budget, --shard and --accept belong to a search, so they cannot stand with --play or --live.',
  zh: '--reporter、--budget、--shard、--accept 只用于搜索，不能和 --play 或 --live 一起用。',
};

export const oneForm: Text = {
  en: 'Give --json or --reporter, not both.',
  zh: '--json 和 --reporter 只能给一个。',
};

/** @param why English: it comes from the parser */
export const notJson = (file: string, why: string): Text => ({
  en: `${file} is not JSON: ${why}. It must hold { "break": "reason" }, or an object { reason, from, lease } for the reason; {} is one without breaks.`,
  zh: `${file} 不是 JSON：${why}。内容应为 { "问题": "原因" }，原因也可以是对象 { reason, from, lease }；没有问题时写 {}。`,
});

export const notAccepting = (file: string): Text => ({
  en: `${file} must hold one object, { "break": "reason" }, in which each reason is a text, or { reason, from, lease } with lengths in ms.`,
  zh: `${file} 里应是一个对象 { "问题": "原因" }，每个原因都是文字，或 { reason, from, lease }，长度以毫秒计。`,
});

export const tooLongFile = (file: string, bytesMax: number): Text => ({
  en: `${file} may have at most ${bytesMax} bytes.`,
  zh: `${file} 最多 ${bytesMax} 字节。`,
});

export const unwritable = (file: string, code: string): Text => ({
  en: `${file} cannot be written: ${code}`,
  zh: `无法写入 ${file}：${code}`,
});

export const updated = (file: string, added: number, gone: number): Text => ({
  en: `${file} was written: ${added} added, ${gone} removed.`,
  zh: `已写入 ${file}：新增 ${added} 条，删除 ${gone} 条。`,
});

export const needReason = (file: string, names: readonly string[]): Text => ({
  en: [
    `${file}: ${names.length === 1 ? 'one break has' : `${names.length} breaks have`} no reason yet and thus ${names.length === 1 ? 'does' : 'do'} not count as accepted. Write a reason beside each name:`,
    ...names,
  ].join('\n- '),
  zh: [`${file}：有 ${names.length} 条还没有原因，不算接受。请在每个名称旁写上原因：`, ...names].join('\n- '),
});

export const notUpdated = (file: string): Text => ({
  en: `${file} was not written: the search did not end, and what is undecided cannot be accepted.`,
  zh: `没有写入 ${file}：搜索没有完成，未判定的内容不能接受。`,
});

export const isNew: Text = { en: 'new', zh: '新' };
export const withoutReason: Text = { en: 'known, without a reason', zh: '已知，但没有写原因' };
export const isAccepted = (reason: string): Text => ({ en: `accepted: ${reason}`, zh: `已接受：${reason}` });

interface Lengths {
  readonly least: readonly string[];
  readonly lease: string;
}

export const isAcceptedFrom = (reason: string, { least, lease }: Lengths): Text => ({
  en: `accepted from ${listed(least)} of a lease of ${lease} on: ${reason}`,
  zh: `已接受（租约 ${lease}，从 ${least.join('、')} 起）：${reason}`,
});

export const easier = (before: Lengths, now: Lengths): Text => ({
  en: `new, accepted from ${listed(before.least)} of a lease of ${before.lease}; now ${listed(now.least)}${now.lease === before.lease ? '' : ` of a lease of ${now.lease}`} suffices`,
  zh: `新：接受时租约 ${before.lease}，需要 ${before.least.join('、')}；现在${now.lease === before.lease ? '' : `租约 ${now.lease}，`}只需 ${now.least.join('、')}`,
});

export const anyLength = (file: string, breaks: number): Text => ({
  en: `${file} does not say from which length on ${breaks === 1 ? 'one break is' : `${breaks} breaks are`} accepted: however little is needed, it passes. --update writes it.`,
  zh: `${file} 里有 ${breaks} 条没有写从多长起接受：无论需要多短都会通过。--update 会补上。`,
});

export const gone = (name: string): Text => ({
  en: `No longer happens in this search: ${name}`,
  zh: `在这次搜索中不再出现：${name}`,
});

export const undecided: Text = { en: 'The search did not end. Not searched:', zh: '搜索没有完成。没有搜索的部分：' };

export const placesLeft = (seed: number, left: number): Text => ({
  en: left > 0 ? `seed ${seed}: ${left} places of one fault` : `seed ${seed}: places of one fault`,
  zh: left > 0 ? `种子 ${seed}：一个故障的 ${left} 个位置` : `种子 ${seed}：一个故障的部分位置`,
});

export const branchesLeft = (seed: number, faults: number, left: number): Text => ({
  en: `seed ${seed}: runs of ${faults} faults that begin with any of ${left} runs of ${faults - 1}`,
  zh: `种子 ${seed}：${faults} 个故障的运行，其前 ${faults - 1} 个故障来自剩下的 ${left} 次运行`,
});

export const levelsLeft = (seed: number, faults: readonly number[]): Text => ({
  en: `seed ${seed}: all runs of ${listed(faults.map(String))} faults`,
  zh: `种子 ${seed}：全部 ${faults.join('、')} 个故障的运行`,
});

export const seedsLeft = (count: number): Text => ({
  en: count === 1 ? 'one more seed' : `${count} more seeds`,
  zh: `另外 ${count} 个种子`,
});

export const allLeft: Text = {
  en: 'everything: no run ended in that time',
  zh: '全部：这段时间里没有一次运行结束',
};

export const breaksLeft = (groups: number): Text => ({
  en: `${groups} more places that break, which have no name yet`,
  zh: `另外 ${groups} 个会出问题的位置，还没有命名`,
});

export const lengthsLeft = (breaks: number): Text => ({
  en: `how little suffices for ${breaks === 1 ? 'one break' : `${breaks} breaks`}`,
  zh: `${breaks} 个问题最少需要多长的故障`,
});

export const ownLeft: Text = { en: 'which harms only this lock does', zh: '哪些危害是这把锁独有的' };

/** @param ms how long it searched */
export const budgetSpent = (ms: number): Text => ({
  en: `The budget of ${formatMs(ms)} is spent, and the search was stopped.`,
  zh: `${formatMs(ms)} 的预算已用完，搜索停止。`,
});

export const summary = (counts: {
  readonly failing: number;
  readonly accepted: number;
  readonly runs: number;
}): Text => ({
  en: `${counts.failing} new, ${counts.accepted} accepted, in ${counts.runs} runs`,
  zh: `新问题 ${counts.failing} 个，已接受 ${counts.accepted} 个，共 ${counts.runs} 次运行`,
});

export const noBreak = (runs: number): Text => ({
  en: `Nothing found in ${runs} runs of these kinds, which is no proof.`,
  zh: `这些种类的 ${runs} 次运行中没有发现问题，但这不是证明。`,
});

export const alsoFound = (more: number): Text => ({
  en: `${more} more are in the summary.`,
  zh: `另外 ${more} 个在摘要里。`,
});

export const columns = {
  state: { en: 'State', zh: '状态' },
  name: { en: 'Break', zh: '问题' },
  what: { en: 'What happened', zh: '发生了什么' },
  line: { en: 'Line', zh: '行' },
} as const satisfies Record<string, Text>;

export const noEffect: Text = {
  en: 'No fault of these kinds had anything to act on, so nothing was tried.',
  zh: '这些种类的故障没有可作用的对象，因此什么都没有尝试。',
};

export const failsAlone: Text = { en: 'the lock does not work without a fault', zh: '没有故障时锁也不能正常工作' };
