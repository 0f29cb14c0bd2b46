/**
 * A part of a space for one of several machines: what begins with a fault whose digest falls to it. With two or three
 * faults each makes all runs with one, since pairs leave out every single fault that does harm. The shards name
 * together what the whole names.
 */
import type { Placement } from '../../../core/faults/injectionPoints';
import { digestOf } from '../../digest';

export interface Shard {
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

export const shardsMost = 256;

/** Such as 2/4. Null: it is not a shard. */
export function shardIn(text: string | undefined): Shard | null {
  const [, first = '', second = ''] = /^(\d{1,3})\/(\d{1,3})$/.exec(text ?? '') ?? [];
  const [number, of] = [Number(first), Number(second)];
  return number >= 1 && number <= of && of <= shardsMost ? { number, of } : null;
}

/**
 * Each fault belongs to exactly one of the shards. Faults that a report shows as one, since they differ in strength
 * alone, belong to the same.
 */
export const belongsTo =
  ({ number, of }: Shard) =>
  ({ fault: { kind }, process, at }: Placement): boolean =>
    Number.parseInt(digestOf(`${kind} ${process} ${at}`).slice(0, 12), 16) % of === number - 1;
