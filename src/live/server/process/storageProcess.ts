/** One process of the resource in a live run: the check's own program, with a cell in a real database. */

import { ok, type Reply, type Request } from '../../../core/model/effects/request';
import { withDefaults } from '../../../core/model/scenario/fields';
import { processesOfScenario } from '../../../core/model/scenario/processes';
import type { Resource } from '../../../core/model/scenario/resource';
import { ownParts as parts } from '../../../sandbox/attack/ownParts';
import type { MessageName } from '../liveEvent';
import { LiveAnchors } from './anchors';
import { openCellStore } from './cellStore';
import { Connections } from './connections';
import type { Order, StartStorage } from './contract';
import { LiveClock } from './liveClock';
import { makeHost } from './liveHost';
import { recorder } from './recorder';
import { type Output, reportPipe } from './report';
import { type Peer, serveResp } from './respServer';
import type { OrderHandler } from './runProcess';
import { removeDatabase } from './schema';
import { keptText, ServedCell } from './servedCell';
import { stopUntilContinued } from './stopping';
import { type CellAccess, runInTransactions } from './transactions';

export async function startStorage(start: StartStorage, output: Output = reportPipe): Promise<OrderHandler> {
  const { me, incarnation, scenario, ports, database, password, ownPassword } = start;
  const resource = parts.resources.get(scenario.storage.id);
  if (!resource) throw new Error(`The parts has no storage ${scenario.storage.id}.`);
  const reporter = { me, report: output.event };
  const record = recorder(reporter);
  const clock = new LiveClock(start.clock);
  const connections = new Connections({ prefix: `${me}/${incarnation}`, ports, keyPrefix: '', password });
  const anchors = new LiveAnchors([], () => {});
  const holds = { before: 0, index: 0, processCount: 1 };
  const host = makeHost({ me, incarnation, scenario, clock, connections, record, anchors, holds });
  const checkData = resource.keeps?.();
  const store = await openCellStore(database, me, keptText(checkData));
  const served = new ServedCell(checkData, reporter, processesOfScenario(scenario, parts));
  const serve = server({ start, output, resource, access: { store, served, host } });
  const { port, close } = await serveResp({ serve, left: () => {}, password: ownPassword });
  output.note({ note: 'ready', port, database: store.name });
  const leave = async (): Promise<void> => {
    connections.close();
    await Promise.all([close(), store.close()]);
    await removeDatabase(database);
  };
  return { obey: (order) => obey(order, clock, connections), leave };
}

interface Serving {
  readonly start: StartStorage;
  readonly output: Output;
  readonly resource: Resource;
  readonly access: CellAccess;
}

/** Runs the check's program for each request. */
function server({ start, output, resource, access }: Serving) {
  const settings = withDefaults(resource.fields, start.scenario.storage.settings);
  return async (request: Request, { client }: Peer, message: MessageName): Promise<Reply> => {
    const served = access.served.serverFor(settings, client, message);
    try {
      return ok(await runInTransactions(resource.serve(request, served), access));
    } catch (error) {
      output.note({ note: 'problem', message: String(error) });
      return { kind: 'error', message: `ERR ${String(error)}` };
    }
  };
}

/** Carries out an order that may come while a server runs. */
export function obey(order: Order, clock: LiveClock, connections: Connections | null): void {
  switch (order.type) {
    case 'clock':
      return clock.change(order.change, order.atNanos);
    case 'route':
      connections?.route(order.addressee, order.process, order.port);
      return;
    case 'suspend':
      return clock.standingStill(stopUntilContinued);
    default:
      return;
  }
}
