// The exercise to be the network.
import type { OrderExercise } from '../../../core/model/scenario/exercise';
import { solutionInWords } from '../../../course/judging/order';
import { later } from '../../parts/later';
import { currentParts } from '../../state/parts';
import { orderKeys } from './orderTries';
import type { ExerciseView } from './view';

interface Props {
  readonly exercise: OrderExercise;
}

const OrderGoals = later<Props>(async () => (await import('./OrderGoals')).OrderGoals);
const OrderBench = later<Props>(async () => (await import('./OrderBench')).OrderBench);

export const orderView: ExerciseView<OrderExercise> = {
  Goals: ({ exercise }) => <OrderGoals exercise={exercise} />,
  instead: (exercise) => <OrderBench key={exercise.id} exercise={exercise} />,
  hasOwnUndo: true,
  keys: orderKeys,
  paper: {
    height: 380,
    lists: ({ decisionsMax }, { words }) => [
      {
        title: words.order.most(decisionsMax),
        items: Array.from({ length: decisionsMax }, (_, i) => `${i + 1}: ____`),
      },
    ],
    solution: (exercise, { text }) => solutionInWords(exercise, currentParts()).map(text),
  },
};
