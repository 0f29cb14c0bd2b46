/** The process of the database of an SQL lock: real SQL, and what its rows and sessions come to, as the simulator tells it. */
import { registry } from '../../explore/registry';
import { withDefaults } from '../../model/fields';
import { processesOfScenario } from '../../model/processes';
import { type GoneCause, goneCauses, withSession } from '../../model/trace';
import { AdvisoryLocks, type Had } from '../../sim/services/sqlAdvisory';
import type { MessageName } from '../liveEvent';
import type { StartStorage } from './contract';
import { LiveClock } from './liveClock';
import { type Output, reportPipe, type Tell, teller } from './report';
import { type Peer, serveResp } from './respServer';
import type { Obedient } from './runProcess';
import { removeDatabase } from './schema';
import { openDatabase } from './sqlConnections';
import type { Session } from './sqlPool';
import { SqlService, type SqlTold } from './sqlService';
import { type Deed, tables } from './sqlStatements';
import { obey } from './storageProcess';

const never = -1;
const noToken = -1;

export async function startService(start: StartStorage, output: Output = reportPipe): Promise<Obedient> {
  const { me, scenario, database } = start;
  const lock = registry.locks.get(scenario.lock.id);
  if (lock?.service !== 'sql') throw new Error(`The lock ${scenario.lock.id} has no database.`);
  const settings: Readonly<Record<string, unknown>> = withDefaults(lock.fields, scenario.lock.settings);
  const clock = new LiveClock(start.clock);
  const db = await openDatabase(database, tables);
  const poolSize = settings['pooler'] === 'transaction' ? Number(settings['poolSize']) : 0;
  const told = new Told(start, teller(me, output.event), poolSize > 0);
  const salt = database.kind === 'postgres' ? database.schema : '';
  const service = new SqlService(db, told, { poolSize, salt, now: () => clock.now() });
  const { port, close } = await serveResp({
    serve: (request, peer, message) => service.serve(request, peer, message),
    left: (peer) => service.left(peer),
  });
  output.note({ note: 'ready', port, database: db.name });
  const leave = async (): Promise<void> => {
    await close();
    await db.close();
    await removeDatabase(database);
  };
  return { obey: (order) => obey(order, clock, null), leave };
}

export class Told implements SqlTold {
  private readonly processes;
  /** Who has which lock, by the same counting as the server's, which does not tell. */
  private readonly advisory = new AdvisoryLocks((key, had, by) => this.tellAdvisory(key, had, by));
  private readonly owners = new Map<string, Session>();

  constructor(
    { scenario }: StartStorage,
    private readonly tell: Tell,
    private readonly isPooled: boolean,
  ) {
    this.processes = processesOfScenario(scenario, registry);
  }

  readonly deed = (deed: Deed, by: Peer, session: Session, message: MessageName): void => {
    const { tell } = this;
    const peer = by.client;
    switch (deed.kind) {
      case 'row-set':
        return tell('entrySet', { peer, entry: deed.key, value: deed.owner, expiresIn: deed.expiresIn });
      case 'row-gone':
        return tell('entryGone', { peer, entry: deed.key, cause: causeOf('deleted') });
      case 'read':
        return tell('read', { peer, message, version: deed.version, token: noToken, value: deed.value });
      case 'wrote':
        return tell('wrote', {
          ...{ peer, message: deed.message, version: deed.version },
          ...{ basedOn: deed.base, token: noToken, value: deed.value },
        });
      case 'took':
        return this.take(deed.key, deed.scope, session, by);
      case 'unlocked':
        this.advisory.unlock(deed.key, session, this.simulated(by));
        return;
      default:
        deed satisfies never;
    }
  };

  readonly released = (session: Session, by: Peer | null, all: boolean): void =>
    this.advisory.release(session, { all, by: by === null ? null : this.simulated(by) });

  readonly waiting = (client: Peer['client']): void => this.tell('waiting', { peer: client });
  readonly woken = (client: Peer['client']): void => this.tell('woken', { peer: client });

  readonly holderOf = (key: string): Session | null => this.owners.get(key) ?? null;

  /** A session that the server itself has ended has given back what it had. */
  private take(key: string, scope: 'session' | 'transaction', session: Session, by: Peer): void {
    const taken = { owner: session, peer: this.simulated(by), scope };
    const before = this.owners.get(key);
    if (before && before !== session) this.advisory.release(before, { all: true, by: null });
    this.owners.set(key, session);
    this.advisory.take(key, taken);
  }

  private tellAdvisory(key: string, had: Had | null, by: SimulatedPeer | null): void {
    const { tell } = this;
    if (had === null) {
      const remover = by === null ? {} : { peer: this.idOf(by) };
      return tell('entryGone', { ...remover, entry: key, cause: causeOf(by === null ? 'expired' : 'deleted') });
    }
    const times = had.times > 1 ? ` ×${had.times}` : '';
    const expiresIn = this.isPooled && had.ofSession ? never : withSession;
    tell('entrySet', { peer: this.idOf(had.peer), entry: key, value: `session ${had.owner.id}${times}`, expiresIn });
  }

  private simulated({ client, life }: Peer): SimulatedPeer {
    return { index: this.processes.indexOf(client), incarnation: Number(life.slice(life.indexOf('/') + 1)) };
  }

  private idOf({ index }: SimulatedPeer): Peer['client'] {
    return this.processes[index] ?? 'service';
  }
}

type SimulatedPeer = Had['peer'];

const causeOf = (cause: GoneCause): number => goneCauses.indexOf(cause);
