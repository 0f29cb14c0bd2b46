/** What the recipe for fencing in SQL claims, for any database. */
import { expect, it } from 'vitest';
import { Redlock } from '../../../src/redlock/all';
import { deposit, OutdatedHolder, readAs, writeAs } from '../../../src/redlock/recipes/fencingInSql';
import { nodesOf } from '../simulatedNodes';
import type { Accounts } from './accounts';

type Open = () => Promise<Accounts>;

const balanceOf = async (db: Accounts): Promise<number> =>
  Number((await db.query('SELECT balance FROM accounts WHERE id = $1', [7])).rows[0]?.['balance']);

async function stage(open: Open) {
  const nodes = nodesOf(3);
  const db = await open();
  const redlocks = [new Redlock(nodes), new Redlock(nodes)] as const;
  /** Time passes for the nodes, while the first holder is paused. */
  const expire = (): void => {
    for (const node of nodes) node.jumpClock(60_000);
  };
  return { db, redlocks, expire };
}

/** Two holders: the first has read, and is paused until the second is done. */
async function withPause(open: Open, write: (db: Accounts, token: number, balance: number) => Promise<unknown>) {
  const { db, redlocks, expire } = await stage(open);
  const first = await redlocks[0].acquire(['accounts:7'], 5000, { token: 'quorum' });
  const token = first.token ?? 0;
  const balance = await readAs(token, db, 7);
  expire();
  expect(await deposit(redlocks[1], db, 7, 10)).toBe(110);
  const error = await write(db, token, balance + 5).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const left = await balanceOf(db);
  await db.close();
  return { error, left };
}

/** A database whose write of a balance waits. */
function heldBack(db: Accounts) {
  let resume = (): void => {};
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  let reached = (): void => {};
  const writing = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const query: Accounts['query'] = async (text, values) => {
    if (text.includes('SET balance')) {
      reached();
      await resumed;
    }
    return db.query(text, values);
  };
  return { db: { ...db, query }, writing, resume: () => resume() };
}

/** @param open a new table with 100 in account 7 */
export function claimFencing(open: Open): void {
  it('rejects the late write of a paused holder', async () => {
    const { error, left } = await withPause(open, (db, token, balance) => writeAs(token, db, 7, balance));
    expect(error).toBeInstanceOf(OutdatedHolder);
    expect(left).toBe(110);
  });

  it('would lose an update without the column', async () => {
    const text = 'UPDATE accounts SET balance = $1 WHERE id = $2';
    const { error, left } = await withPause(open, (db, _, balance) => db.query(text, [balance, 7]));
    expect(error).toBeNull();
    expect(left).toBe(105);
  });

  it('rejects a late write that comes before the newer holder writes', async () => {
    const { db, redlocks, expire } = await stage(open);
    const tokens: number[] = [];
    for (const redlock of redlocks) {
      const { token } = await redlock.acquire(['accounts:7'], 5000, { token: 'quorum' });
      tokens.push(token ?? 0);
      await readAs(token ?? 0, db, 7);
      expire();
    }
    const [older = 0, newer = 0] = tokens;
    expect(newer).toBeGreaterThan(older);
    await expect(writeAs(older, db, 7, 105)).rejects.toThrow(OutdatedHolder);
    await writeAs(newer, db, 7, 110);
    expect(await balanceOf(db)).toBe(110);
    await db.close();
  });

  it('rejects an older holder that reads after a newer one, and leaves the newer one alone', async () => {
    const { db } = await stage(open);
    await readAs(2, db, 7);
    await expect(readAs(1, db, 7)).rejects.toThrow(OutdatedHolder);
    await writeAs(2, db, 7, 110);
    expect(await balanceOf(db)).toBe(110);
    await db.close();
  });

  it('lets a paused deposit fail as a whole, and the next one count', async () => {
    const { db, redlocks, expire } = await stage(open);
    const { db: slow, writing, resume } = heldBack(db);
    const first = deposit(redlocks[0], slow, 7, 5).catch((thrown: unknown) => thrown);
    await writing;
    expire();
    await deposit(redlocks[1], db, 7, 10);
    resume();
    expect(await first).toBeInstanceOf(OutdatedHolder);
    expect(await balanceOf(db)).toBe(110);
    await db.close();
  });

  it('refuses an account that does not exist, and adds all of many deposits', async () => {
    const { db, redlocks } = await stage(open);
    await expect(deposit(redlocks[0], db, 8, 1)).rejects.toThrow(OutdatedHolder);
    const [one] = redlocks;
    const retrying = { retryCount: -1, retryDelay: 5, retryJitter: 5 };
    const all = Array.from({ length: 8 }, () => deposit(new Redlock(one.clients, retrying), db, 7, 1));
    await Promise.all(all);
    expect(await balanceOf(db)).toBe(108);
    await db.close();
  });
}
