/**
 * The file system of a run, as one network share that all clients have mounted without a cache of attributes (`noac`):
 * their calls are requests to one process, whose wall clock gives each change its time. After a restart it no longer
 * knows which requests it has done (`services/fileSystem.ts`). A call that does not wait is served at its moment, even
 * while that process is paused, down or out of reach. A message that is lost ends the connection, and its request is
 * sent again after 3 s until it is answered, as Linux' client of NFS does. A run has this process only if the first
 * run without a fault has made a file (`files` of `OwnSettings`). Times that code sets are by the clock of its client.
 */

import type { Reply, Request } from '../../../core/model/effects/request';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { withoutExpiry } from '../../../core/model/trace/trace';
import type { Micros } from '../../../core/model/values/time';
import { ServiceNode } from '../../../core/sim/serviceNode';
import type { DatabaseWorld, Peer, Service } from '../../../core/sim/services/service';
import type { World } from '../../../core/sim/world';
import { doneOnce, type FileCall, isDoneOnce, type RunFiles } from '../../own/runFiles';
import { FileCalls, type NamesHeard } from './fileCalls';

/** @param folder absolute: where relative paths begin */
export const simulatedFiles = (folder: string): RunFiles => new SimulatedFiles(folder);

class SimulatedFiles implements RunFiles {
  private calls: FileCalls;
  /** Null: the run has no process for files, since its code makes none. */
  private shared: { readonly listenerOf: (by: ProcessId) => NamesHeard; readonly clock: () => Micros } | null = null;

  constructor(private readonly folder: string) {
    this.calls = new FileCalls(folder);
  }

  readonly begin = (): void => {
    this.calls = new FileCalls(this.folder);
    this.shared = null;
  };

  readonly serve = ({ by, request, at }: FileCall): Reply =>
    this.calls.serve(request, this.shared?.clock() ?? at, this.shared?.listenerOf(by) ?? nobody);

  readonly make = (world: World, index: number, id: ProcessId, settings: Readonly<Record<string, unknown>>) =>
    new ServiceNode(world, index, id, (surroundings) => this.serviceIn(world, surroundings), settings);

  private serviceIn(world: World, surroundings: DatabaseWorld): Service {
    const heardBy = (peer: Peer): NamesHeard => ({
      set: (name, value) => surroundings.entrySet(peer, name, value, withoutExpiry),
      gone: (name) => surroundings.entryGone(peer, name, 'deleted'),
    });
    this.shared = { listenerOf: (by) => heardBy(world.get(by)), clock: surroundings.wall };
    const done = new DoneRequests();
    return {
      serve: ({ peer, request, answer }) =>
        answer(done.once(request, () => this.calls.serve(request, surroundings.wall(), heardBy(peer)))),
      // A file belongs to no connection, and no call is ever due.
      disconnected: () => {},
      dueAt: () => Number.POSITIVE_INFINITY,
      elapse: () => {},
      freeByHand: () => null,
      restarted: () => {
        done.restarted();
        return this.calls.takenCount;
      },
    };
  }
}

/** The answers to requests that cannot be done twice, by their number. */
class DoneRequests {
  private readonly answers = new Map<string, { readonly request: Request; readonly reply: Reply }>();

  once(request: Request, serve: () => Reply): Reply {
    if (!isDoneOnce(request)) return serve();
    const number = String(request.args.at(-1));
    const reply = this.answers.get(number)?.reply ?? serve();
    this.answers.set(number, { request, reply });
    return reply;
  }

  restarted(): void {
    for (const [number, { request }] of this.answers) if (doneOnce.has(request.command)) this.answers.delete(number);
  }
}

const nobody: NamesHeard = { set: () => {}, gone: () => {} };
