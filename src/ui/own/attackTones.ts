/** The tones of what an attack, or a run, came to. */
import type { Tone } from '../../model/tone';
import type { Outcome } from '../../model/verdict';
import type { AttackFate } from '../../own/twelve';

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
