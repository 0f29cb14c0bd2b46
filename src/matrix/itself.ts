/**
 * Where a library does worse than its row tells, because of something that no setting of the simulation has. Its source says so, and
 * the cell shows what it says. It knows no table.
 */
import { type CellOutcome, rankOf } from '../model/cellOutcome';
import type { FaultKind } from '../model/fault';
import type { Text } from '../model/text';
import type { Cell } from './table';

export interface OfItself {
  readonly row: string;
  readonly kind: FaultKind;
  /** What the library comes to. */
  readonly outcome: CellOutcome;
  /** Why, as a sentence. */
  readonly text: Text;
  /** The lines that say so. */
  readonly source: string;
}

export const itself: readonly OfItself[] = [
  {
    row: 'node-redlock-4',
    kind: 'crash',
    outcome: 'unavailable',
    text: {
      en: 'ioredis keeps what is sent to a node that is down until it has tried to connect twenty times, which takes 10.5 s, and this library waits for every node: nothing is left of the lease as long as one node is down.',
      zh: '节点宕机时，ioredis 会留着发往它的命令，直到重连二十次都失败，这要 10.5 s，而这个库要等齐所有节点：只要有一个节点宕机，租约就总是先用完。',
    },
    source: 'https://github.com/redis/ioredis/blob/01e27e7c542964a05050e2dfa171075c4a2ffe3f/lib/redis/RedisOptions.ts',
  },
  {
    row: 'redlock-php',
    kind: 'crash',
    outcome: 'unavailable',
    text: {
      en: 'phpredis throws where a node is down, and this library does not catch it: nobody gets the lock as long as one node is down, and what was set before stays for its lease.',
      zh: '节点宕机时 phpredis 抛出异常，这个库没有捕获：只要有一个节点宕机，谁也拿不到锁，已经设置的键要留到租约结束。',
    },
    source: 'https://github.com/ronnylt/redlock-php/blob/2d512f4a40fed2a1361f05fe7eab29a00b907fb1/src/RedLock.php',
  },
];

/** Null: the library does what its cell says, or nothing worse. */
export function itselfOf(row: string, kind: FaultKind, cell: Cell | undefined): OfItself | null {
  if (cell?.kind !== 'tried') return null;
  const found = itself.find((one) => one.row === row && one.kind === kind);
  return found !== undefined && rankOf(found.outcome) < rankOf(cell.outcome) ? found : null;
}
