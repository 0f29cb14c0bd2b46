/**
 * Replaces a lock by another one. Settings that mean the same in both are kept, and all others get the new lock's
 * defaults.
 */

import type { Choice } from '../../model/scenario';
import { registry } from '../../run/onDemand';

const shared: readonly string[] = ['ttl', 'tries', 'retryDelay', 'retryJitter'];

export function carriedOver(from: Choice, id: string): Choice {
  const fields = registry.locks.get(id)?.fields ?? {};
  const kept = Object.entries(from.settings ?? {}).filter(([name]) => shared.includes(name) && name in fields);
  return kept.length === 0 ? { id } : { id, settings: Object.fromEntries(kept) };
}
