/**
 * A client that keeps no order. Each command and each answer has its own travel time. Some commands are sent twice, as
 * by clients that lost their connection, and some answers never come.
 */
import type { LockClient, RedisCommand } from '../../src/redlock/client';
import type { SimulatedRedis } from '../../src/redlock/simulated';

export interface Wildness {
  /** The longest travel time of a command or an answer, in ms. */
  readonly delayMax: number;
  /** How many commands in a hundred are executed twice: the first answer is lost with its connection. */
  readonly twice: number;
  /** How many answers in a hundred are lost. */
  readonly lost: number;
}

/** Numbers in 0 … 1 − ε from a seed: mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** @param applied called when the node has executed a command. */
export function wildClient(
  node: SimulatedRedis,
  { delayMax, twice, lost }: Wildness,
  { random, applied }: { readonly random: () => number; readonly applied: () => void },
): LockClient {
  const travel = (): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, Math.floor(random() ** 3 * delayMax)));
  const carryOut = async (command: RedisCommand): Promise<unknown> => {
    await travel();
    const answer = await node.request(command).catch((error: unknown) => error);
    applied();
    await travel();
    return answer;
  };
  return {
    request: async (command) => {
      if (random() * 100 < twice) await carryOut(command);
      const answer = await carryOut(command);
      if (random() * 100 < lost) return new Promise(() => {});
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}
