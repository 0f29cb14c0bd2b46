/** How an attempt at an exercise did against the twelve attacks. It runs nothing. */
import { type AttackId, attackIds } from '../../core/model/links/attackId';
import type { CodeExercise } from '../../core/model/scenario/exercise';
import type { Scenario } from '../../core/model/scenario/scenario';
import { attackScenario } from './attackScenario';
import type { AttackRow, OwnSettings } from './ownCalls';

/** The attacks that an attempt must survive. */
export const wantedIn = ({ spared }: Pick<CodeExercise, 'spared'>): readonly AttackId[] =>
  attackIds.filter((id) => !(spared?.attacks ?? []).includes(id));

/** The required attacks that it has not survived, or that have not been tried yet. */
export const remainingOf = (exercise: Pick<CodeExercise, 'spared'>, rows: readonly AttackRow[]): readonly AttackId[] =>
  wantedIn(exercise).filter((id) => !rows.some((row) => row.id === id && row.isSurvived));

/** @param named the attack that the reader named, where the exercise asks for one */
export const isRightName = ({ asks }: Pick<CodeExercise, 'asks'>, named: AttackId | null): boolean =>
  asks === undefined || (named !== null && asks.right.includes(named));

export const worldOf = ({ scenario }: Pick<CodeExercise, 'scenario'>, settings: OwnSettings): Scenario => {
  const own = attackScenario(settings, scenario);
  const nodes = { ...own.settings.nodes, count: settings.nodes };
  return { ...own, settings: { ...own.settings, nodes, duration: 6000 + 2 * settings.ttl } };
};
