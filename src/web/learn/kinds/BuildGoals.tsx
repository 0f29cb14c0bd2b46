// The goals of a build exercise: what is built is attacked, and costs requests.
import type { ChooseExercise, FixExercise } from '../../../core/model/scenario/exercise';
import { Goals } from '../Goals';
import { useLearnWords } from '../words';

export function BuildGoals({ exercise }: { readonly exercise: FixExercise | ChooseExercise }) {
  const { attacked, tried, spentRequests } = useLearnWords().words;
  const spent = (cost: number): string => spentRequests(String(Math.round(cost * 10) / 10));
  return <Goals exercise={exercise} says={{ attacked, spent, tried }} />;
}
