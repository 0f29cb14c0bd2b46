/** Compares the clients' own records of their writes with the storage's final value. Sees no message and no event. */
import { cellFirst } from '../../../core/model/recordServer';
import type { Database } from '../process/contract';
import { connectTo } from '../process/schema';
import { openSqlite } from '../process/sqlite';
import type { WriteNoted } from '../process/writeNotes';

/**
 * If every write adds one to the value (`adds: 'one'`, as in a soak), the value counts the writes that were not
 * destroyed.
 */
export interface Tally {
  /** Writes that the storage has acknowledged. */
  readonly acknowledged: number;
  /** Writes without an answer. */
  readonly unsure: number;
  /** The number of writes in the storage's final value. */
  readonly added: number;
}

export class WriteCounts {
  private readonly counts = { sent: 0, acknowledged: 0, refused: 0 };

  note(what: WriteNoted): void {
    this.counts[what]++;
  }

  /** Call this when no client is left. */
  async tally(database: Database): Promise<Tally> {
    const { sent, acknowledged, refused } = this.counts;
    const added = (await finalValue(database)) - cellFirst.value;
    return { acknowledged, unsure: sent - acknowledged - refused, added };
  }
}

const asked = "SELECT value FROM cells WHERE process = 'storage'";

async function finalValue(database: Database): Promise<number> {
  if (database.kind === 'libsql') {
    const db = await openSqlite(database.file);
    try {
      return Number((db.prepare(asked).get() as { readonly value: number }).value);
    } finally {
      db.close();
    }
  }
  const client = await connectTo(database);
  try {
    const { rows } = await client.query<{ readonly value: string }>(asked);
    return Number(rows[0]?.value);
  } finally {
    await client.end();
  }
}
