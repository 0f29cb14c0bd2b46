/**
 * The locks and checks that the author of an exercise may offer: the run's own with their settings, all others with
 * their defaults.
 */

import { withDefaults } from '../../core/model/scenario/fields';
import { sameJson } from '../../core/model/scenario/patch';
import { replaceLock } from '../../core/model/scenario/replaceLock';
import type { Choice, Scenario } from '../../core/model/scenario/scenario';
import { currentParts } from '../state/parts';

export interface ToPick {
  readonly id: string;
  readonly choice: Choice;
}

const idOf = (choice: Choice): string => JSON.stringify(choice);

/** A lock that can count is also offered with its token. Otherwise no check that compares tokens would fit it. */
export function locksToPick(scenario: Scenario): readonly ToPick[] {
  const { lock: own } = scenario;
  return [...currentParts().locks.values()].flatMap(({ id, fields, hasToken }) => {
    const plain = id === own.id ? own : replaceLock(scenario, id, currentParts()).lock;
    const token = fields['token'];
    if (token?.kind !== 'choice' || hasToken(withDefaults(fields, plain.settings))) return [toPick(plain)];
    const counted = token.options
      .filter(({ pitfall }) => !pitfall)
      .map((option): Choice => ({ ...plain, settings: { ...plain.settings, token: option.id } }))
      .filter(({ settings }) => hasToken(withDefaults(fields, settings)));
    return [plain, ...counted].map(toPick);
  });
}

export function checksToPick({ storage: own }: Scenario): readonly ToPick[] {
  return [...currentParts().resources.keys()].flatMap((id) => {
    const plain: Choice = { id };
    if (id !== own.id || sameJson(plain, own)) return [toPick(plain)];
    return [toPick(own), toPick(plain)];
  });
}

const toPick = (choice: Choice): ToPick => ({ id: idOf(choice), choice });
