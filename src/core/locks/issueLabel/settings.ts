/** The settings and texts of the claim on an issue. The lock is in `lock.ts`. */
import { choice, seconds, type ValuesOf } from '../../model/scenario/fields';
import type { Text } from '../../model/values/text';
import { leaseMax } from '../../model/values/time';
import { nodeTimeoutField, retryFields } from '../shared/fields';

export const issueLabelTexts = {
  about: {
    en: 'An agent looks at the issue, and if there is no label “in-progress”, adds it. Reading and adding are two requests, and adding a label that is there succeeds: two agents that have both read “no label” both begin. The label of a dead agent stays.',
    zh: 'agent 先看 issue，没有“in-progress”标签就加上。看和加是两个请求，而标签已在时再加也算成功：两个 agent 都看到“没有标签”，就都开工了。agent 死了，标签还在。',
  },
  lossReport: {
    by: 'nobody',
    when: {
      en: 'Never: nobody looks at the issue again during the work.',
      zh: '永远不会：干活期间，谁也不再看 issue。',
    },
    usually: {
      en: 'Nothing. At the end it removes the label, also one that another agent has added since.',
      zh: '什么也不做。收工时它删掉标签，哪怕那是别的 agent 后来加的。',
    },
  },
} as const;

export const issueLabelFields = {
  by: choice({
    label: { en: 'Claimed by', zh: '认领方式' },
    help: {
      en: 'A label is the same for all agents. An assignee names its agent, if each has an account of its own: agents that share one account share the name. A branch is created once, and the second agent is refused; after a death or a lost answer it stays.',
      zh: '标签对所有 agent 都一样。指派人（assignee）写明是哪个 agent，前提是各有各的账号：共用账号就共用名字。分支只能创建一次，第二个 agent 会被拒绝；agent 死了或应答丢了，分支就一直在。',
    },
    options: [
      { id: 'label', label: { en: 'a label', zh: '标签' }, pitfall: true },
      { id: 'assignee', label: { en: 'an assignee', zh: '指派人' } },
      { id: 'branch', label: { en: 'a new branch', zh: '新建分支' } },
    ],
    default: 'label',
  }),
  readsBack: choice({
    label: { en: 'Reads the list again', zh: '加完再看一次' },
    help: {
      en: 'After it has added itself as assignee. To go in only if it is alone is safe: of two agents that both added themselves, at least one sees the other; if both do, both give up and try again. To let the smaller name win is not: it may come after the larger one has looked.',
      zh: '把自己加为指派人之后再看。只有自己才进去，是安全的：两个都加了自己的 agent，至少有一个看得到对方；若都看到，就都放弃重来。让名字小的赢则不安全：名字大的看过之后，名字小的才来。',
    },
    options: [
      { id: 'no', label: { en: 'no', zh: '不看' }, pitfall: true },
      { id: 'alone', label: { en: 'goes in if it is alone', zh: '只有自己才进去' } },
      { id: 'smallest', label: { en: 'the smallest name wins', zh: '名字最小的赢' }, pitfall: true },
    ],
    default: 'no',
  }),
  sweptAfter: seconds({
    label: { en: 'Swept after', zh: '多久后清除' },
    help: {
      en: 'A scheduled job of the forge removes a label or an assignee that is older, by the forge’s clock. Nothing renews it: adding a label that is there changes nothing. 0: no such job, and the label of a dead agent stays forever.',
      zh: '代码托管平台的定时任务会删掉更旧的标签或指派人，按平台的时钟。没法续期：标签已在时再加，什么也不变。0：没有这种任务，死掉的 agent 的标签永远留着。',
    },
    min: 0,
    max: leaseMax / 1000,
    default: 0,
    isLease: true,
    isOfService: true,
  }),
  nodeTimeout: nodeTimeoutField,
  ...retryFields({ tries: 1 }),
} as const;

export type IssueLabelSettings = ValuesOf<typeof issueLabelFields>;

export const warnings = ({ by, readsBack, sweptAfter }: IssueLabelSettings): readonly Text[] => [
  ...(by === 'label' && readsBack !== 'no'
    ? [
        {
          en: 'A label names nobody: an agent that reads it again does not see whose it is.',
          zh: '标签不写是谁的：再看一次，也看不出是谁加的。',
        },
      ]
    : []),
  ...(by === 'branch' && (readsBack !== 'no' || sweptAfter > 0)
    ? [
        {
          en: 'A branch is not read again, and the scheduled job removes no branch.',
          zh: '分支不会再看一次，定时任务也不删分支。',
        },
      ]
    : []),
];
