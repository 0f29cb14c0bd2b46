// Template code that a reader may start with is attacked as hard as the table attacks the same lock: what loses an
// update there does so here, by the same kind of fault.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { describe, expect, test } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import type { AttackId } from '../../../src/core/model/links/attackId';
import type { FaultKind } from '../../../src/core/model/scenario/fault';
import { redisParts } from '../../../src/core/run/redisParts';
import { attackScenario } from '../../../src/sandbox/own/attackScenario';
import { delWithoutOwner } from '../../../src/sandbox/own/broken/delWithoutOwner';
import { oneValueForAll } from '../../../src/sandbox/own/broken/oneValueForAll';
import { expiring } from '../../../src/sandbox/own/templates/expiring';
import { ownValue } from '../../../src/sandbox/own/templates/ownValue';
import { redlock } from '../../../src/sandbox/own/templates/redlock';
import { OwnSession } from '../../../src/sandbox/realm/ownSession';
import { smallModule } from '../../../src/sandbox/realm/smallModule';
import { tableOf } from '../../../src/search/matrix/tables';
import { attackedKinds } from '../../support/attackTable';
import { guestFiles } from '../../support/ownParts';

/** Which of the twelve attacks are one fault of the table. Others are a row of their own, or two faults. */
const kindOf: Partial<Record<AttackId, FaultKind>> = {
  'pause-each-step': 'pause',
  sleep: 'suspend',
  'client-clock': 'clock-drift',
  'node-clock': 'clock-jump',
  'crash-without-keys': 'crash',
  failover: 'failover',
  cut: 'cut',
  'slow-network': 'slow',
  'late-requests': 'delay',
};

/** By row; for one node, the row whose server has a replica. */
const locks = {
  'single-node-replica': { expiring, ownValue, delWithoutOwner, oneValueForAll },
  'redlock-replica': { redlock },
} as const;

const table = await tableOf('no-check', 'own');

describe.each(Object.entries(locks))('what loses an update in the row %s', (row, written) => {
  test.each(Object.entries(written))('breaks the code %s', async (_, { lock }) => {
    const session = new OwnSession({
      module: () => smallModule(variant),
      guest: guestFiles,
      parts: redisParts,
      now: () => performance.now(),
    });
    const code = { lock, check: null };
    const checked = await session.check(code);
    if (!checked.ok) throw new Error(checked.problem.message);
    const scenario = attackScenario(checked.settings);
    const { rows } = await session.attacks({ code, scenario }, { report: () => {}, pause: async () => {} });
    const lost = Object.entries(kindOf).filter(([, kind]) => {
      const cell = table.cells[row]?.[kind];
      return cell?.kind === 'tried' && cell.outcome === 'lost';
    });
    expect(lost.length).toBeGreaterThan(4);
    const broken = rows
      .filter(({ outcome, isSurvived }) => outcome !== null && !isSurvived)
      .map(({ id }): string => id);
    expect(broken).toEqual(expect.arrayContaining(lost.map(([id]) => id)));
  });
});

test.each([
  ['redis-semaphore Mutex', 'single-node'],
  ['simple-redis-mutex', 'single-node'],
  ['redlock', 'redlock'],
  ['quorum-lock', 'redlock'],
])('what loses an update in its row breaks the library %s in TABLE.md', (library, row) => {
  const [libraries = ''] = readFileSync(join(root, 'test/sandbox/attack/TABLE.md'), 'utf8').split('\n## Programs');
  const lines = libraries.split('\n');
  const of = lines.map((line) => line.split(' | ')).filter(([name]) => name === `| ${library}`);
  const lost = attackedKinds.filter((kind) => {
    const cell = table.cells[row]?.[kind];
    return cell?.kind === 'tried' && cell.outcome === 'lost';
  });
  expect(of.length).toBeGreaterThan(0);
  for (const [, , , broken = ''] of of) expect(broken.split(', ')).toEqual(expect.arrayContaining(lost));
});
