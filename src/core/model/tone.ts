/** How bad a verdict is, as one of five tones. Each has a colour and a sign. */
import type { Verdict } from './verdict';

/** From the worst to the best. */
export const tones = ['red', 'violet', 'amber', 'grey', 'green'] as const;
export type Tone = (typeof tones)[number];

/** The first that applies. Red is only for harm to the data, so a fix that saves the data is never red. */
export function toneOf({ lock, data }: Pick<Verdict, 'lock' | 'data'>): Tone {
  if (data === 'torn' || data === 'twice' || data === 'lost') return 'red';
  if (lock === 'stuck') return 'violet';
  if (lock === 'overlap' || data === 'refused' || data === 'lucky') return 'amber';
  return lock === 'held' && data === 'safe' ? 'green' : 'grey';
}
