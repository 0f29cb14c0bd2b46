/** The tones of what an attack, or a run, came to. */
import type { Tone } from '../../core/model/tone';
import type { Outcome } from '../../core/model/verdict';
import type { AttackFate } from '../../sandbox/own/twelve';

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
