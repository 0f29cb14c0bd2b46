/** The tones of the outcome of an attack, or of a run. */

import type { Outcome } from '../../core/model/outcome';
import type { Tone } from '../../core/model/tone';
import type { AttackFate } from '../../sandbox/own/attackFates';

export const attackTones: Readonly<Record<AttackFate, Tone>> = {
  held: 'green',
  broken: 'red',
  amber: 'amber',
  unavailable: 'grey',
  undecided: 'grey',
  'not-applicable': 'grey',
};

export const outcomeTones: Readonly<Record<Outcome, Tone>> = {
  held: 'green',
  'lost-update': 'red',
  overlap: 'amber',
  stuck: 'amber',
  unavailable: 'grey',
  unknown: 'grey',
};
