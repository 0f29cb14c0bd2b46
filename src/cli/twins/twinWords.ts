/** The words of the Markdown twins that stories, exercises and the table do not have. */
import type { Both } from '../../core/model/values/text';

interface TwinWords {
  readonly story: (number: string) => string;
  readonly run: string;
  readonly why: string;
  readonly variants: string;
  readonly variant: string;
  readonly fix: string;
  readonly ends: string;
  readonly plays: string;
  readonly sources: string;
  readonly modelled: string;
  readonly notModelled: string;
  readonly exercise: string;
  readonly hints: string;
  readonly after: string;
  readonly aims: string;
  /** To a question about a run. */
  readonly answers: string;
  readonly does: string;
  readonly cells: string;
  readonly check: string;
  readonly fault: string;
  readonly outcome: string;
  readonly tried: (runs: number) => string;
  readonly noProof: string;
}

export const twinWords: Both<TwinWords> = {
  en: {
    story: (number) => `Story ${number}`,
    run: 'What happens',
    why: 'Why it ends so',
    variants: 'The same with one thing changed',
    variant: 'Variant',
    fix: 'Fix',
    sources: 'Sources',
    ends: 'How it ends',
    plays: 'Play it',
    modelled: 'What is simulated',
    notModelled: 'What is not',
    exercise: 'Exercise',
    hints: 'Hints, from a nudge to nearly the answer',
    after: 'Once it is solved',
    aims: 'Goals',
    answers: 'Possible answers',
    does: 'Try it',
    cells: 'The worst that one fault does, by check',
    check: 'Check at the resource',
    fault: 'Fault',
    outcome: 'Worst outcome',
    tried: (runs) => `${runs} runs`,
    noProof: 'Where the lock works, none of these runs broke it. That is no proof.',
  },
  zh: {
    story: (number) => `故事 ${number}`,
    run: '经过',
    why: '为什么这样结束',
    variants: '只改一处会怎样',
    variant: '变体',
    fix: '修复',
    sources: '来源',
    ends: '结果',
    plays: '播放',
    modelled: '模拟了什么',
    notModelled: '没有模拟什么',
    exercise: '练习',
    hints: '提示，一条比一条接近答案',
    after: '解出之后',
    aims: '目标',
    answers: '可选的回答',
    does: '动手做',
    cells: '一次故障最坏会怎样，按检查方式',
    check: '资源端的检查',
    fault: '故障',
    outcome: '最坏的结果',
    tried: (runs) => `${runs} 次运行`,
    noProof: '写着正常的，只表示这些运行都没有出问题，并不是证明。',
  },
};
