/** Replaces `learn/useJudged`: a still has no effects, so it judges while it is drawn. */
import { beforeJudging } from '../../course/judging/exercise';
import type { Attemptable } from '../../course/kinds/kind';
import type { Judgement } from '../learn/useJudged';
import { judgeAtOnce } from '../state/judge';

export function useJudged(exercise: Attemptable): Judgement {
  const { scenario } = exercise;
  return { kind: 'judged', judged: judgeAtOnce(exercise, scenario) ?? beforeJudging(exercise, scenario) };
}
