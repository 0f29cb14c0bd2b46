/** The settings and texts of the lease in a file of a repository. The lock is in `lock.ts`. */
import { choice, milliseconds, seconds, type ValuesOf } from '../../model/scenario/fields';
import type { Settings } from '../../model/scenario/scenario';
import type { Text } from '../../model/values/text';
import { leaseMax } from '../../model/values/time';
import { agentRenewalFields } from '../shared/agentRenewal';

export const contentsLeaseTexts = {
  about: {
    en: 'A JSON file names the holder of the lease and its end, and each change names the sha that was read: of two agents, one is refused with 409. The compare-and-set protects the file, not the work: an agent that goes on after the end of its lease writes late, unless the repository checks.',
    zh: '一个 JSON 文件写着租约归谁、到何时为止，每次修改都要给出读到的 sha：两个 agent 同时来，有一个会得到 409。compare-and-set 保护的是这个文件，不是工作：租约到期还在干的 agent，会写得太晚，除非仓库自己检查。',
  },
  lossReport: {
    by: 'extension',
    when: {
      en: 'When a renewal is refused with 409 and the file names another agent. Without a renewal, never.',
      zh: '续期得到 409，且文件里写着别的 agent 时。没有续期，就永远不知道。',
    },
    usually: {
      en: 'The harness ends the agent at once, as the release script of react_on_rails does.',
      zh: 'harness 立刻结束 agent，react_on_rails 的发布脚本就这样。',
    },
  },
} as const;

export const contentsLeaseFields = {
  lease: seconds({
    label: { en: 'Lease', zh: '租约' },
    help: {
      en: 'The file names a time this far ahead, by its writer’s wall clock. Other agents compare it with their own. It is renewed every third of that, each time by a commit. agent-coord began with 900 s.',
      zh: '文件里写的到期时刻是“现在加这么久”，按写入者的时钟；别的 agent 拿自己的时钟来比。每过三分之一续期一次，每次都是一个 commit。agent-coord 最初是 900 秒。',
    },
    min: 3,
    max: leaseMax / 1000,
    default: 900,
    isLease: true,
  }),
  ...agentRenewalFields,
  release: choice({
    label: { en: 'Release', zh: '释放方式' },
    help: {
      en: 'agent-coord writes “released” into the file, which keeps the count. If the file is deleted, the count starts over at 1, so a new token is smaller than an old one; and a PUT that names a sha creates a file that is not there, so a late renewal brings the lease back.',
      zh: 'agent-coord 在文件里写上“released”，计数还在。若删掉文件，计数从 1 重来，新 token 比旧的小；而且文件不在时，带着 sha 的 PUT 也会新建文件，迟到的续期会让租约死而复生。',
    },
    options: [
      { id: 'write', label: { en: 'writes “released”', zh: '写上“released”' } },
      { id: 'delete', label: { en: 'deletes the file', zh: '删掉文件' }, pitfall: true },
    ],
    default: 'write',
  }),
  retryDelay: milliseconds({
    label: { en: 'Retry delay', zh: '重试间隔' },
    help: {
      en: 'How long an agent waits after a refusal before it reads the file again. GitHub allows 5,000 requests an hour, one each 0.72 s, but in general only 80 that create content a minute and 500 an hour, which bind first.',
      zh: '被拒之后，隔多久再读一次文件。GitHub 每小时允许 5000 个请求，即每 0.72 秒一个；但先碰到的是创建内容的上限：一般每分钟 80 次、每小时 500 次。',
    },
    min: 10,
    max: leaseMax,
    default: 5000,
  }),
  nodeTimeout: milliseconds({
    label: { en: 'Timeout', zh: '超时' },
    help: {
      en: 'How long a request waits for an answer. It may have been carried out anyway. Then its connection is dropped.',
      zh: '请求等应答多久。即使超时，请求也可能已经执行。超时后连接会断开。',
    },
    min: 1,
    max: 60_000,
    default: 10_000,
    isTimeout: true,
  }),
} as const;

export type ContentsLeaseSettings = ValuesOf<typeof contentsLeaseFields>;

export const warnings = ({ renewedBy, lease }: ContentsLeaseSettings, { work }: Settings): readonly Text[] => {
  if (work < lease * 1000) return [];
  switch (renewedBy) {
    case 'nobody':
      return [
        { en: 'The work takes longer than the lease, and nobody renews.', zh: '工作时间超过租约，而没有谁续期。' },
      ];
    case 'loop':
      return [
        {
          en: 'The work is one answer that takes longer than the lease, and the agent’s loop cannot renew meanwhile.',
          zh: '工作是一段比租约还长的回答，其间 agent 的循环无法续期。',
        },
      ];
    default:
      return [];
  }
};
