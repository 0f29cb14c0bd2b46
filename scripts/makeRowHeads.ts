// Writes what the table “What breaks what” says of its rows into src/matrix/rowHeadTexts.ts, because the table opens before any
// lock is loaded: `npx tsx scripts/makeRowHeads.ts`. A test compares the committed file with its output.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { twoFactsOf } from '../src/judge/judge';
import type { RowGroup, RowHead } from '../src/matrix/rowHead';
import { type Row, rows } from '../src/matrix/rows';
import { scenarioOfRow } from '../src/matrix/scenario';
import { cellOutcomeOf } from '../src/model/cellOutcome';
import { withDefaults } from '../src/model/fields';
import { leaseOf } from '../src/model/lease';
import type { Lock } from '../src/model/lock';
import { keptTrace } from '../src/model/traceWriter';
import { parts } from '../src/run/parts';
import { glimpse } from '../src/sim/simulate';

export const rowHeadsFile = fileURLToPath(new URL('../src/matrix/rowHeadTexts.ts', import.meta.url));

function lockOf({ id, lock }: Row): Lock {
  const found = parts.locks.get(lock);
  if (found === undefined) throw new Error(`The row "${id}" has no lock.`);
  return found;
}

function headOf(row: Row): RowHead {
  const lock = lockOf(row);
  const profile = row.profile === undefined ? undefined : parts.profiles.get(row.profile);
  if (row.profile !== undefined && profile === undefined) throw new Error(`There is no library "${row.profile}".`);
  const settings = { ...profile?.settings, ...row.settings };
  const head: RowHead = {
    title: profile?.title ?? lock.title,
    note: row.variant ?? null,
    group: groupOf(lock),
    service: lock.service ?? (lock.id === 'no-lock' ? 'none' : 'redis'),
    hasToken: lock.hasToken(withDefaults(lock.fields, settings)),
    lease: leaseOf(lock.fields, settings),
    asksSeveral: groupOf(lock) === 'redlock',
    long: { seconds: outcomeOfWork(row, 10_000), minutes: outcomeOfWork(row, 120_000) },
    library:
      profile === undefined
        ? null
        : {
            version: profile.version,
            read: profile.read,
            commit: profile.commit.slice(0, 7),
            checked: profile.checked,
            repository: profile.repository,
            lock: lock.title,
          },
  };
  return head;
}

/** What the row comes to without a fault when the work takes so long, in ms. That the second client waits is no failure. */
function outcomeOfWork(row: Row, work: number) {
  const { settings, ...rest } = scenarioOfRow({ ...row, work }, 'no-check', 'own');
  const long = { ...settings, patience: settings.patience + 2 * work, duration: settings.duration + 4 * work };
  return cellOutcomeOf(twoFactsOf(keptTrace(glimpse({ ...rest, settings: long }, parts)), parts));
}

const severalNodes: readonly string[] = ['redlock', 'redisson-redlock', 'redlock-py'];

function groupOf({ id, service }: Lock): RowGroup {
  if (id === 'no-lock') return 'none';
  if (service !== undefined) return 'other';
  return severalNodes.includes(id) ? 'redlock' : 'redis';
}

/** The rows of a lock, then the libraries that have it. */
function inOrder(): readonly Row[] {
  const order = [...parts.locks.keys()];
  const groups: readonly RowGroup[] = ['redis', 'redlock', 'other', 'none'];
  const rank = (row: Row): number => groups.indexOf(groupOf(lockOf(row))) * 1000 + order.indexOf(row.lock);
  return [...rows].sort((one, other) => rank(one) - rank(other));
}

export function rowHeadsText(): string {
  const entries = inOrder().map((row) => `  ${JSON.stringify(row.id)}: ${JSON.stringify(headOf(row))},`);
  return `/** What the table says of each row, in the order of the table: made from locks and libraries by scripts/makeRowHeads.ts. */
import type { RowHead } from './rowHead';

export const rowHeads: Readonly<Record<string, RowHead>> = {
${entries.join('\n')}
};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(rowHeadsFile, rowHeadsText());
