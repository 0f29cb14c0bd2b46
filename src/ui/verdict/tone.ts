/** Whether an outcome is bad news. That gives a verdict one of three colours. */
import type { Outcome } from '../../model/verdict';

export function toneOf(outcome: Outcome): 'broken' | 'good' | 'open' {
  if (outcome === 'held') return 'good';
  return outcome === 'unknown' ? 'open' : 'broken';
}
