/** Whether an outcome is bad news: which of the three colours a verdict has. */
import type { Outcome } from '../../model/verdict';

export function toneOf(outcome: Outcome): 'broken' | 'good' | 'open' {
  if (outcome === 'held') return 'good';
  return outcome === 'unknown' ? 'open' : 'broken';
}
