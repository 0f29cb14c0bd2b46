/** Cases on real Redis servers: the same programs, the same expectations, and the requests of the simulated clients. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '../../src/core/model/scenario/fault';
import { guardForFile, ownSource } from '../live/server/redisServers';
import { needs } from '../support/needs';
import { runLiveCase } from './liveCase';
import { SharedServers } from './servers';
import { simulated } from './simulatedCase';
import type { ConformanceCase } from './stage';

/** Makes a test of each case of a file. */
export function testOnRealRedis(cases: readonly ConformanceCase[]): void {
  const guard = guardForFile();
  let servers: SharedServers;

  beforeAll(async () => {
    servers = new SharedServers(guard, await ownSource({ shim: true }));
  });

  afterAll(() => servers.close());

  for (const one of cases)
    test(one.name, optionsOf(one), async () => {
      const { reports, rows, requests, missed } = await runLiveCase(servers)(one);
      expect(reports).toEqual(one.reports);
      expect(requests).toEqual(simulated(one).requests);
      expect(missed).toEqual(one.missed ?? []);
      if (one.rows !== undefined) expect(rows).toEqual(one.rows);
    });
}

/** On a busy machine, even a server that answers may miss a timeout. Such a failure proves nothing. */
function optionsOf({ faults = {}, needs: wanted }: ConformanceCase) {
  const lacking = wanted ?? (Object.values(faults).some(movesClock) ? 'compiler' : null);
  return { retry: 2, ...(lacking === null ? {} : needs(lacking)) };
}

/** Unlike a shift of all expiries, such a jump goes forward. */
function movesClock(fault: Fault): boolean {
  if (fault.kind === 'clock-jump') return fault.by < 0;
  return fault.kind.startsWith('clock') || 'wallClock' in fault;
}
