/** Which Redis server of a run follows which, and which server now answers for a node. Faults change it. */
import type { MasterWithReplicas } from '../../../core/faults/order';
import { masterOf, type ProcessId } from '../../../core/model/scenario/processId';
import type { RunContext } from './runContext';

export class Topology {
  /** The master of each follower. */
  private readonly masters = new Map<ProcessId, ProcessId>();
  /** The successor of each server that was replaced. */
  private readonly successors = new Map<ProcessId, ProcessId>();

  constructor(private readonly context: RunContext) {
    for (const { id, role } of context.machines.values()) if (role === 'replica') this.masters.set(id, masterOf(id));
  }

  /** The server that answers for this one now, and its followers. */
  followersOf(process: ProcessId): MasterWithReplicas {
    const master = this.leaderOf(process);
    const followers = [...this.masters].flatMap(([id, followed]) =>
      followed === master ? [this.context.get(id)] : [],
    );
    return { master, followers: followers.map(({ id, alive, paused }) => ({ id, isUp: alive && !paused })) };
  }

  /** The server that it follows; null if it is a master. */
  masterNow(id: ProcessId): ProcessId | null {
    return this.masters.get(id) ?? null;
  }

  /** A sentinel has made it a follower of this server, or a master (null). */
  follows(id: ProcessId, master: ProcessId | null): void {
    if (master === null) this.masters.delete(id);
    else this.masters.set(id, master);
  }

  isFollower(id: ProcessId): boolean {
    return this.masters.has(id);
  }

  /** The replica becomes a master, and the others become its followers. Returns these. */
  promoted(master: ProcessId, newMaster: ProcessId): readonly ProcessId[] {
    const siblings = [...this.masters].flatMap(([id, followed]) =>
      followed === master && id !== newMaster ? [id] : [],
    );
    this.masters.delete(newMaster);
    this.successors.delete(newMaster);
    this.successors.set(master, newMaster);
    for (const sibling of siblings) this.masters.set(sibling, newMaster);
    return siblings;
  }

  /** The server whose data this one copies at its start: its master or its successor; null if it has its own data. */
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
