/**
 * The file system of a run, as one network share that all clients have mounted: their calls are requests to one process.
 * A time that is not given is that of the client's own wall clock, as on its own disk.
 */
import type { ProcessId } from '../../../core/model/processId';
import type { Reply } from '../../../core/model/request';
import type { Micros } from '../../../core/model/time';
import { withoutExpiry } from '../../../core/model/trace';
import { ServiceNode } from '../../../core/sim/serviceNode';
import type { Peer, Service, ServiceWorld } from '../../../core/sim/services/service';
import type { World } from '../../../core/sim/world';
import type { FileCall, RunFiles } from '../../own/runFiles';
import { FileCalls, type NamesHeard } from './fileCalls';

/** @param folder absolute: where relative paths begin */
export const simulatedFiles = (folder: string): RunFiles => new SimulatedFiles(folder);

class SimulatedFiles implements RunFiles {
  private calls: FileCalls;
  /** Absent: the run has no process for files, since it makes none. */
  private recording: ((by: ProcessId) => NamesHeard) | null = null;

  constructor(private readonly folder: string) {
    this.calls = new FileCalls(folder);
  }

  readonly begin = (): void => {
    this.calls = new FileCalls(this.folder);
    this.recording = null;
  };

  readonly serve = ({ by, request, at }: FileCall): Reply =>
    this.calls.serve(request, at, this.recording?.(by) ?? nobody);

  readonly make = (world: World, index: number, id: ProcessId, settings: Readonly<Record<string, unknown>>) =>
    new ServiceNode(world, index, id, (surroundings) => this.serviceIn(world, surroundings), settings);

  private serviceIn(world: World, surroundings: ServiceWorld): Service {
    const heardBy = (peer: Peer): NamesHeard => ({
      set: (name, value) => surroundings.entrySet(peer, name, value, withoutExpiry),
      gone: (name) => surroundings.entryGone(peer, name, 'deleted'),
    });
    this.recording = (by) => heardBy(world.get(by));
    return {
      serve: ({ peer, request, answer }) =>
        answer(this.calls.serve(request, clockOf(world, peer), heardBy(peer))),
      // A file belongs to no connection, and no call is ever due.
      disconnected: () => {},
      dueAt: () => Number.POSITIVE_INFINITY,
      elapse: () => {},
      restarted: () => this.calls.takenCount,
    };
  }
}

const nobody: NamesHeard = { set: () => {}, gone: () => {} };

const clockOf = ({ machines, now }: World, { index }: Peer): Micros => machines[index]?.clock.wall(now) ?? 0;
