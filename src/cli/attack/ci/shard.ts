/**
 * A part of a space for one of several machines: the runs that begin with a fault whose digest belongs to it. With two
 * or three faults, each shard makes all runs with one fault, because pairs leave out every single fault that does harm.
 * Together the shards find what a whole search finds.
 */
import type { Placement } from '../../../core/faults/injectionPoints';
import { digestOf } from '../../digest';

export interface Shard {
  /** From 1. */
  readonly number: number;
  readonly of: number;
}

export const shardsMost = 256;

/** For example 2/4. Null: it is not a shard. */
export function shardIn(text: string | undefined): Shard | null {
  const [, first = '', second = ''] = /^(\d{1,3})\/(\d{1,3})$/.exec(text ?? '') ?? [];
  const [number, of] = [Number(first), Number(second)];
  return number >= 1 && number <= of && of <= shardsMost ? { number, of } : null;
}

/**
 * Each fault belongs to exactly one shard. Faults that differ only in strength belong to the same one, because a report
 * shows them as one.
 */
export const belongsTo =
  ({ number, of }: Shard) =>
  ({ fault: { kind }, process, at }: Placement): boolean =>
    Number.parseInt(digestOf(`${kind} ${process} ${at}`).slice(0, 12), 16) % of === number - 1;
