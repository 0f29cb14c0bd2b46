// The recipe for fencing in SQL, on an embedded database; fencingInPostgres.live.test.ts runs the same on Postgres.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutdatedHolder, readAs, writeAs } from '../../../src/redlock/recipes/fencingInSql';
import { type Accounts, embedded } from './accounts';
import { claimFencing } from './fencingClaims';

describe('fencing in an embedded database', () => {
  claimFencing(embedded);

  it('loses no update, however the steps of holders are mixed', async () => {
    const steps = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 4, maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(steps, async (order) => {
        const db = await embedded();
        const { accepted, balance } = await play(order, db);
        await db.close();
        expect(balance).toBe(100 + accepted);
      }),
      { numRuns: 200 },
    );
  });
});

/** Each holder reads at its first step and adds 1 at its second, in the given order; its number is its token. */
async function play(order: readonly number[], db: Accounts) {
  const read = new Map<number, number>();
  let accepted = 0;
  for (const token of order) {
    const balance = read.get(token);
    try {
      if (balance === undefined) read.set(token, await readAs(token, db, 7));
      else {
        await writeAs(token, db, 7, balance + 1);
        accepted += 1;
        read.delete(token);
      }
    } catch (error) {
      if (!(error instanceof OutdatedHolder)) throw error;
    }
  }
  const { rows } = await db.query('SELECT balance FROM accounts WHERE id = $1', [7]);
  return { accepted, balance: Number(rows[0]?.['balance']) };
}
