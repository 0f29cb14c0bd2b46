/** What a realm reports about a file that it has evaluated, and the kind of problem that an engine's error is. */
import type { Thrown } from '../own/host';
import type { BegunAs, RealmProblem } from '../own/realm';

export function kindOf(name: string, message: string): RealmProblem['kind'] {
  if (name === 'SyntaxError') return 'syntax';
  if (message === 'interrupted') return 'too-long';
  if (message === 'out of memory') return 'too-much-memory';
  if (/stack overflow|call stack/i.test(message)) return 'too-deep';
  return name === 'NoForm' ? 'form' : 'threw';
}

export function begunAs(answer: { thrown?: Thrown } & Record<string, unknown>): BegunAs {
  const { thrown } = answer;
  if (thrown === undefined) return { ok: true, ...answer } as never;
  return { ok: false, problem: { ...thrown, kind: kindOf(thrown.name, thrown.message) } };
}
