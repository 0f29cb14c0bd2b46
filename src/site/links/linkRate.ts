// How often one address may request a picture: some at once, then one at a time. Knows no request.

export interface RateLimits {
  readonly burst: number;
  readonly everyMs: number;
  /** The most addresses that are remembered. A forgotten one starts over. */
  readonly addresses: number;
}

export const rateLimits: RateLimits = { burst: 20, everyMs: 2000, addresses: 2000 };

/** @returns whether this address may request one more; if so, it is counted */
export function rateOf({ burst, everyMs, addresses }: RateLimits, now: () => number): (address: string) => boolean {
  const allowances = new Map<string, { left: number; at: number }>();
  return (address) => {
    const at = now();
    const before = allowances.get(address) ?? { left: burst, at };
    const left = Math.min(burst, before.left + (at - before.at) / everyMs);
    const isAllowed = left >= 1;
    allowances.delete(address);
    allowances.set(address, { left: isAllowed ? left - 1 : left, at });
    const [oldest] = allowances.keys();
    if (allowances.size > addresses && oldest !== undefined) allowances.delete(oldest);
    return isAllowed;
  };
}
