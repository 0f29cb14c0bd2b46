/**
 * Fencing tokens must grow from one holder to the next. Otherwise the check at the resource cannot distinguish old
 * from new.
 */

import type { FactOf } from '../model/trace/fact';
import type { HoldSpan } from '../spans/spans';
import { type Evidence, nameOf } from './evidence';

type TokenFact = FactOf<'token-repeated' | 'token-fell'>;

/**
 * `token-repeated` if two holds got the same token, `token-fell` if a later one got a smaller token. Both may apply
 * to one hold.
 */
export function tokenFacts(evidence: Evidence): readonly TokenFact[] {
  const facts: TokenFact[] = [];
  const byToken = new Map<number, HoldSpan>();
  let highest: HoldSpan | undefined;
  for (const hold of evidence.acquiredHolds) {
    if (hold.token === null) continue;
    const same = byToken.get(hold.token);
    // Clients that share a lock share its generation.
    if (same !== undefined && !(same.shared && hold.shared)) facts.push(fact(evidence, 'token-repeated', same, hold));
    if (highest !== undefined && hold.token < (highest.token ?? 0))
      facts.push(fact(evidence, 'token-fell', highest, hold));
    if (highest === undefined || hold.token > (highest.token ?? 0)) highest = hold;
    byToken.set(hold.token, hold);
  }
  return facts;
}

const fact = (evidence: Evidence, kind: TokenFact['kind'], before: HoldSpan, now: HoldSpan): TokenFact => ({
  kind,
  who: [nameOf(evidence, now.process), nameOf(evidence, before.process)],
  from: before.acquiredSeq,
  to: now.acquiredSeq,
  values: { token: now.token ?? -1, before: before.token ?? -1 },
});
