/** Contenders that want the same lock at the same time, for all keys at once. */
interface Contender {
  readonly acquire: (resources: string[], durationMs: number) => Promise<{ readonly release: () => Promise<unknown> }>;
}

interface Herd {
  readonly prefix: string;
  readonly keyCount: number;
  readonly holdMs: number;
  readonly durationMs: number;
}

/** Counts the acquisitions that gave up. */
export async function countFailures(contenders: readonly Contender[], herd: Herd): Promise<number> {
  // All keys at once, because some acquisitions of the other library take seconds.
  const held = Array.from({ length: herd.keyCount }, (_, key) =>
    contenders.map((contender) => holdOnce(contender, `${herd.prefix}:${key}`, herd)),
  );
  return (await Promise.all(held.flat())).filter((isHeld) => !isHeld).length;
}

async function holdOnce(contender: Contender, resource: string, { holdMs, durationMs }: Herd): Promise<boolean> {
  try {
    const lock = await contender.acquire([resource], durationMs);
    await pause(holdMs);
    await lock.release();
    return true;
  } catch {
    return false;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
