/** Who follows whom among the Redis servers of a run, and who answers for a node by now. Faults change it. */
import type { Followed } from '../../faults/order';
import { masterOf, type ProcessId } from '../../model/scenario';
import type { Stage } from './stage';

export class Topology {
  /** Of each follower, its master. */
  private readonly masters = new Map<ProcessId, ProcessId>();
  /** Of each that was replaced, by whom. */
  private readonly successors = new Map<ProcessId, ProcessId>();

  constructor(private readonly stage: Stage) {
    for (const { id, role } of stage.machines.values()) if (role === 'replica') this.masters.set(id, masterOf(id));
  }

  /** Who answers for a server by now, and who follows it. */
  followersOf(process: ProcessId): Followed {
    const master = this.leaderOf(process);
    const followers = [...this.masters].flatMap(([id, followed]) => (followed === master ? [this.stage.get(id)] : []));
    return { master, followers: followers.map(({ id, alive, paused }) => ({ id, isUp: alive && !paused })) };
  }

  /** The heir is a master of its own, and the others are its followers. Returns these. */
  promoted(master: ProcessId, heir: ProcessId): readonly ProcessId[] {
    const siblings = [...this.masters].flatMap(([id, followed]) => (followed === master && id !== heir ? [id] : []));
    this.masters.delete(heir);
    this.successors.delete(heir);
    this.successors.set(master, heir);
    for (const sibling of siblings) this.masters.set(sibling, heir);
    return siblings;
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
}
