/** Contenders that want the same lock at the same time, key after key. */
interface Contender {
  readonly acquire: (resources: string[], durationMs: number) => Promise<{ readonly release: () => Promise<unknown> }>;
}

interface Herd {
  readonly prefix: string;
  readonly keyCount: number;
  /** Each begins at random within this time. */
  readonly jitterMs: number;
  readonly holdMs: number;
  readonly durationMs: number;
}

/** How many of the acquisitions were given up. */
export async function countFailures(contenders: readonly Contender[], herd: Herd): Promise<number> {
  let failures = 0;
  for (let key = 0; key < herd.keyCount; key++) {
    const held = contenders.map((contender) => holdOnce(contender, `${herd.prefix}:${key}`, herd));
    failures += (await Promise.all(held)).filter((isHeld) => !isHeld).length;
  }
  return failures;
}

async function holdOnce(
  contender: Contender,
  resource: string,
  { jitterMs, holdMs, durationMs }: Herd,
): Promise<boolean> {
  await pause(Math.random() * jitterMs);
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
