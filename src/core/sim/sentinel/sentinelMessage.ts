/** What a sentinel sends, and what it receives back. */

import { command, type Reply, type Request } from '../../model/effects/request';
import type { ProcessId } from '../../model/scenario/processId';
import { kindNumber } from '../../model/trace/trace';
import type { Machine } from '../machine';
import { legs, Message } from '../message';
import type { World } from '../world';

const { received } = kindNumber;

/** What a server reports about itself with each PONG. A real sentinel reads it in the answer to INFO. */
export interface ServerState {
  /** The server that it follows. Null: it is a master. */
  readonly follows: ProcessId | null;
  /** How much of the log it has. */
  readonly offset: number;
  /** It waits for the whole data of its new master. */
  readonly isSyncing: boolean;
}

/** What a sentinel asks a server or another sentinel. `epoch` 0: it does not ask for a vote. */
export type Question =
  | { readonly kind: 'ping' }
  | { readonly kind: 'replicaof'; readonly master: ProcessId | null }
  | { readonly kind: 'is-down'; readonly master: ProcessId; readonly epoch: number }
  | { readonly kind: 'hello'; readonly node: ProcessId; readonly master: ProcessId; readonly epoch: number };

/** The answer to `is-down`. */
export interface Opinion {
  readonly isDown: boolean;
  readonly leader: ProcessId | null;
  readonly leaderEpoch: number;
}

/** A sentinel's question in transit, and later the answer to it. */
export class SentinelMessage extends Message {
  /** Set by the server that answers a ping. */
  state: ServerState | null = null;
  /** Set by the sentinel that answers. */
  opinion: Opinion | null = null;

  constructor(
    world: World,
    from: Machine,
    to: Machine,
    readonly question: Question,
  ) {
    super(from, to, world.nextMessage(), requestOf(question, from.id), from.incarnation);
  }

  /** Sends the message back with the answer. */
  respond(world: World, reply: Reply, ok: 0 | 1): void {
    const { to, from, id } = this;
    world.trace.write(world.now, received, to.index, from.index, id, ok);
    world.send(this.answer(reply), world.replyText(reply));
  }
}

/** Notifies a client of a new master, like a sentinel's channel `+switch-master`. `learn` is the client's reaction. */
export class NewMasterMessage extends Message {
  constructor(
    world: World,
    from: Machine,
    to: Machine,
    { node, master }: { readonly node: ProcessId; readonly master: ProcessId },
    private readonly learn: () => void,
  ) {
    super(from, to, world.nextMessage(), command('+switch-master', node, master), to.incarnation);
    this.leg = legs.push;
  }

  override taken(): void {
    this.learn();
  }
}

function requestOf(question: Question, me: ProcessId): Request {
  switch (question.kind) {
    case 'ping':
      return command('PING');
    case 'replicaof':
      return command('REPLICAOF', question.master ?? 'NO ONE');
    case 'is-down':
      return command(
        'SENTINEL is-master-down-by-addr',
        question.master,
        question.epoch,
        question.epoch === 0 ? '*' : me,
      );
    case 'hello':
      return command('PUBLISH __sentinel__:hello', question.node, question.master, question.epoch);
    default:
      return question satisfies never;
  }
}
