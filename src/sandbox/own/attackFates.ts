/**
 * The fate of each of the twelve attacks. It runs nothing, so a page may show attacks before it has loaded the
 * simulator.
 */
import { type Facts, type Sign, severityOf, signOf } from '../../core/model/severity';

/**
 * From the worst to the best.
 * broken: an update is lost, the lock is stuck, or two were inside or a client took another's key, and no check keeps
 * the data.
 * amber: two were inside, a write came late, or work went on after the end of the lock, and the data is whole.
 * unavailable: nobody got through for longer than the patience.
 * undecided: a run proves nothing.
 * held: none of these in any run.
 * not-applicable: the attack has no target, such as a node.
 */
export const attackFates = ['broken', 'amber', 'unavailable', 'undecided', 'held', 'not-applicable'] as const;
export type AttackFate = (typeof attackFates)[number];

/** What must be known about a run besides its facts. */
export interface AttackedHow {
  /** The resource compares the version or token that it receives. */
  readonly isChecked: boolean;
  /** No fault happened. */
  readonly isFaultless: boolean;
}

/** A lock that lets two in without a fault is broken, whatever the check. */
export function attackFateOf(facts: Facts, { isChecked, isFaultless }: AttackedHow): AttackFate {
  const severity = severityOf(facts);
  const sign = signOf[severity];
  if (sign !== 'overlap') return ofSign[sign];
  if (severity === 'expired') return 'amber';
  return isFaultless || (severity !== 'late-refused' && !isChecked) ? 'broken' : 'amber';
}

const ofSign: Readonly<Record<Exclude<Sign, 'overlap'>, AttackFate>> = {
  lost: 'broken',
  stuck: 'broken',
  unavailable: 'unavailable',
  unknown: 'undecided',
  held: 'held',
};

export const isWorseAttack = (one: AttackFate, other: AttackFate): boolean =>
  attackFates.indexOf(one) < attackFates.indexOf(other);
