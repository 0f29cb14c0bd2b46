/** One process of the resource in a live run: the check's own program, over a cell in a real database. */
import { registry } from '../../explore/registry';
import { withDefaults } from '../../model/fields';
import { processesOfScenario } from '../../model/processes';
import { ok, type Reply, type Request } from '../../model/request';
import type { Resource } from '../../model/resource';
import { LiveAnchors } from './anchors';
import { type CellStore, openCellStore } from './cellStore';
import { Connections } from './connections';
import type { Order, StartStorage } from './contract';
import { LiveClock } from './liveClock';
import { makeHost } from './liveHost';
import { teller, writeEvent, writeNote } from './report';
import { type Peer, serveResp } from './respServer';
import type { Obedient } from './runProcess';
import { keptText, ServedCell } from './servedCell';
import { stopUntilContinued } from './stopping';
import { runInTransactions } from './transactions';

export async function startStorage(start: StartStorage): Promise<Obedient> {
  const { me, incarnation, scenario, ports, database } = start;
  const resource = registry.resources.get(scenario.storage.id);
  if (!resource) throw new Error(`The registry has no storage ${scenario.storage.id}.`);
  const tell = teller(me, writeEvent);
  const clock = new LiveClock(start.clock);
  const connections = new Connections({ prefix: `${me}/${incarnation}`, ports, keyPrefix: '' });
  const anchors = new LiveAnchors([], () => {});
  const holds = { before: 0, index: 0, processCount: 1 };
  const host = makeHost({ me, incarnation, scenario, clock, connections, tell, anchors, holds });
  const kept = resource.keeps?.();
  const store = await openCellStore(database, me, keptText(kept));
  const storage = new Storage(
    start,
    resource,
    store,
    new ServedCell(kept, tell, processesOfScenario(scenario, registry)),
    host,
  );
  const port = await serveResp({
    serve: (request, peer, message) => storage.serve(request, peer, message),
    left: () => {},
  });
  writeNote({ note: 'ready', port, database: store.name });
  return { obey: (order) => obey(order, clock, connections) };
}

class Storage {
  private readonly settings: Parameters<Resource['serve']>[1]['settings'];

  constructor(
    private readonly start: StartStorage,
    private readonly resource: Resource,
    private readonly store: CellStore,
    private readonly served: ServedCell,
    private readonly host: ReturnType<typeof makeHost>,
  ) {
    this.settings = withDefaults(resource.fields, start.scenario.storage.settings);
  }

  async serve(request: Request, { client }: Peer, message: string): Promise<Reply> {
    const { store, served, host, resource } = this;
    const server = served.serverFor(this.start.me, this.settings, client, message);
    try {
      return ok(await runInTransactions(resource.serve(request, server), { store, served, host }));
    } catch (error) {
      writeNote({ note: 'problem', message: String(error) });
      return { kind: 'error', message: `ERR ${String(error)}` };
    }
  }
}

/** What a server can be told while it runs. */
export function obey(order: Order, clock: LiveClock, connections: Connections | null): void {
  switch (order.type) {
    case 'clock':
      return clock.change(order.change, order.atNanos);
    case 'route':
      connections?.route(order.asked, order.process, order.port);
      return;
    case 'suspend':
      return clock.standingStill(stopUntilContinued);
    default:
      return;
  }
}
