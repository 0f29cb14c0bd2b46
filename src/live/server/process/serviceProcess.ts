/**
 * The process of the database of an SQL lock. It runs real SQL, and reports its rows and sessions as the simulator
 * does.
 */

import { withDefaults } from '../../../core/model/scenario/fields';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { type ServiceWriter, serviceWriter } from '../../../core/model/trace/serviceWriter';
import { parts } from '../../../core/run/parts';
import { AdvisoryLocks } from '../../../core/sim/services/sqlAdvisory';
import { poolSizeOf } from '../../../core/sim/services/sqlWords';
import type { LiveEventWriter, MessageName } from '../liveEvent';
import type { StartStorage } from './contract';
import { LiveClock } from './liveClock';
import { recorder } from './recorder';
import { type Output, reportPipe } from './report';
import { type Peer, serveResp } from './respServer';
import type { OrderHandler } from './runProcess';
import { removeDatabase } from './schema';
import { openDatabase } from './sqlConnections';
import type { Session } from './sqlPool';
import { type SqlEffects, SqlService } from './sqlService';
import { type StatementEffect, tables } from './sqlStatements';
import { obey } from './storageProcess';

export async function startService(start: StartStorage, output: Output = reportPipe): Promise<OrderHandler> {
  const { me, scenario, database } = start;
  const lock = parts.locks.get(scenario.lock.id);
  if (lock?.service !== 'sql') throw new Error(`The lock ${scenario.lock.id} has no database.`);
  const settings: Readonly<Record<string, unknown>> = withDefaults(lock.fields, scenario.lock.settings);
  const clock = new LiveClock(start.clock);
  const db = await openDatabase(database, tables);
  const poolSize = poolSizeOf(settings);
  const effects = new ReportedEffects(recorder({ me, report: output.event }), poolSize > 0);
  const salt = database.kind === 'postgres' ? database.schema : '';
  const service = new SqlService(db, effects, { poolSize, salt, now: () => clock.now() });
  const { port, close } = await serveResp({
    serve: (request, peer, message) => service.serve(request, peer, message),
    left: (peer) => service.left(peer),
    password: start.ownPassword,
  });
  output.note({ note: 'ready', port, database: db.name });
  const leave = async (): Promise<void> => {
    await close();
    await db.close();
    await removeDatabase(database);
  };
  return { obey: (order) => obey(order, clock, null), leave };
}

export class ReportedEffects implements SqlEffects {
  private readonly record: ServiceWriter<ProcessId, MessageName>;
  /** The holder of each advisory lock. The server does not report it, so it is tracked here by the same rules. */
  private readonly advisory: AdvisoryLocks<Peer>;
  private readonly owners = new Map<string, Session>();

  constructor(record: LiveEventWriter, isPooled: boolean) {
    const service = serviceWriter(record);
    this.record = service;
    this.advisory = new AdvisoryLocks({
      record: {
        entrySet: (peer, ...entry) => service.entrySet(peer.client, ...entry),
        entryGone: (by, ...entry) => service.entryGone(by?.client ?? null, ...entry),
      },
      isPooled,
      clientOf: ({ client }) => client,
    });
  }

  readonly effect = (effect: StatementEffect, by: Peer, session: Session, message: MessageName): void => {
    const { record } = this;
    const { client } = by;
    switch (effect.kind) {
      case 'row-set':
        return record.entrySet(client, effect.key, effect.owner, effect.expiresIn);
      case 'row-gone':
        return record.entryGone(client, effect.key, 'deleted');
      case 'read':
        return record.read(client, { ...effect, message });
      case 'wrote':
        return record.wrote(client, effect);
      case 'took':
        return this.take(effect.key, effect.scope, session, by);
      case 'unlocked':
        this.advisory.unlock(effect.key, session, by);
        return;
      default:
        effect satisfies never;
    }
  };

  readonly released = (session: Session, by: Peer | null, all: boolean): void =>
    this.advisory.release(session, { all, by });

  readonly waiting = (client: ProcessId): void => this.record.waiting(client);
  readonly woken = (client: ProcessId): void => this.record.woken(client);

  readonly holderOf = (key: string): Session | null => this.owners.get(key) ?? null;

  /** If the server itself has ended a session, that session has already released its locks. */
  private take(key: string, scope: 'session' | 'transaction', session: Session, by: Peer): void {
    const before = this.owners.get(key);
    if (before && before !== session) this.advisory.release(before, { all: true, by: null });
    this.owners.set(key, session);
    this.advisory.take(key, { owner: session, peer: by, scope });
  }
}
