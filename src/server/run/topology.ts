/** Who follows whom among the Redis servers of a run, and who answers for a node by now. Faults change it. */
import type { FailoverFault } from '../../model/fault';
import { masterOf, type ProcessId } from '../../model/scenario';
import { RedisMachine } from './redisMachine';
import type { Stage } from './stage';

export interface Failover {
  readonly master: RedisMachine;
  readonly heir: RedisMachine;
  readonly siblings: readonly RedisMachine[];
  /** Clients that go on talking to the old master; nobody: it dies. */
  readonly behind: readonly ProcessId[];
}

export class Topology {
  /** Of each follower, its master. */
  private readonly masters = new Map<ProcessId, ProcessId>();
  /** Of each that was replaced, by whom. */
  private readonly successors = new Map<ProcessId, ProcessId>();

  constructor(private readonly stage: Stage) {
    for (const { id, role } of stage.machines.values()) if (role === 'replica') this.masters.set(id, masterOf(id));
  }

  /** Who is to take over from whom; null: nobody can. */
  failover(fault: FailoverFault): Failover | null {
    const { process, promote, cutOff = [] } = fault;
    const master = this.redis(this.leaderOf(process));
    const followers = [...this.masters].flatMap(([id, followed]) => (followed === master.id ? [this.redis(id)] : []));
    const heir = followers.find(
      (follower) => (promote === undefined || follower.id === promote) && follower.alive && !follower.paused,
    );
    if (heir !== undefined)
      return { master, heir, siblings: followers.filter((follower) => follower !== heir), behind: cutOff };
    return null;
  }

  /** The heir is a master of its own, and the others are its followers. */
  promoted({ master, heir, siblings }: Failover): void {
    this.masters.delete(heir.id);
    this.successors.delete(heir.id);
    this.successors.set(master.id, heir.id);
    for (const sibling of siblings) this.masters.set(sibling.id, heir.id);
  }

  /** Whose data a server that starts takes over: its master's, or its successor's; null where it has its own. */
  followedBy(id: ProcessId): ProcessId | null {
    const leader = this.leaderOf(id);
    if (leader !== id) {
      this.masters.set(id, leader);
      this.successors.delete(id);
      return leader;
    }
    return this.masters.get(id) ?? null;
  }

  private leaderOf(id: ProcessId): ProcessId {
    let leader = id;
    for (;;) {
      const next = this.successors.get(leader);
      if (next === undefined) return leader;
      leader = next;
    }
  }

  private redis(id: ProcessId): RedisMachine {
    const machine = this.stage.get(id);
    if (!(machine instanceof RedisMachine)) throw new Error(`${id} is no Redis server.`);
    return machine;
  }
}
