/**
 * What a Redis server remembers besides its keys: the watched keys and the queued commands of each connection, and
 * the scripts that were sent to it. A part for locks that are not the playground's own (`Parts.sessions`).
 */
import {
  type AboutScripts,
  evaluate,
  ok,
  type Reply,
  type Request,
  type Script,
  type Value,
} from '../../model/effects/request';
import type { Message } from '../message';
import type { Sessions } from '../parts';
import type { RedisNode } from '../redisNode';
import type { World } from '../world';
import { failure, okText, wrongArity } from './answers';
import { acceptsCount } from './command';
import type { Change } from './entry';

const queuedText = ok('QUEUED');
const noScript = failure('NOSCRIPT No matching script. Please use EVAL.');
const aborted = failure('EXECABORT Transaction discarded because of previous errors.');
const nested = failure('ERR MULTI calls can not be nested');
const watchInside = failure('ERR WATCH inside MULTI is not allowed');

/** The state of a connection. */
interface State {
  readonly watched: Set<string>;
  /** Whether a watched key has changed. */
  isTouched: boolean;
  /** Null: no transaction has begun. */
  queue: Request[] | null;
  /** Whether a command was refused instead of queued. */
  isBroken: boolean;
}

export const sessions = (world: World, node: RedisNode): Sessions => new Remembered(world, node);

class Remembered implements Sessions {
  private readonly states = new Map<string, State>();
  private readonly scripts = new Map<string, Script>();

  constructor(
    private readonly world: World,
    private readonly node: RedisNode,
  ) {}

  take(message: Message): boolean {
    const { request, from, incarnation } = message;
    if (request.session === undefined) return false;
    const connection = `${from.index} ${incarnation} ${request.session.connection}`;
    if (request.command === 'QUIT') {
      this.states.delete(connection);
      this.node.blocking.quit(message);
      return true;
    }
    const reply = this.answer(request, connection, from.index);
    if (reply === null) return false;
    this.node.reply(message, reply);
    this.node.serveWaiters();
    return true;
  }

  saw(changes: readonly Change[]): void {
    for (const state of this.states.values())
      if (changes.some(({ key }) => state.watched.has(key))) state.isTouched = true;
  }

  forget(): void {
    this.states.clear();
    this.scripts.clear();
  }

  /** Null: the answer does not depend on this state. */
  private answer(request: Request, connection: string, peer: number): Reply | null {
    const { transaction } = request.session ?? {};
    if (transaction !== undefined) {
      this.begin(connection);
      for (const each of transaction) this.answer(each, connection, peer);
      return this.execute(connection, peer);
    }
    const state = this.states.get(connection);
    if (!hasWords(request)) {
      // Refused before it is executed, like every command of a transaction that cannot be queued.
      if (state?.queue) state.isBroken = true;
      return wrongArity(request.command);
    }
    switch (request.command) {
      case 'MULTI':
        return this.begin(connection);
      case 'EXEC':
        return this.execute(connection, peer);
      case 'DISCARD':
        return this.discard(connection);
      case 'WATCH':
        return state?.queue ? watchInside : this.watch(request, connection, peer);
      default:
    }
    if (state?.queue) return this.enqueue(state, state.queue, request);
    if (request.command !== 'UNWATCH') return this.answerOfScripts(request, peer);
    this.states.delete(connection);
    return okText;
  }

  private begin(connection: string): Reply {
    const state = this.stateOf(connection);
    if (state.queue !== null) return nested;
    state.queue = [];
    return okText;
  }

  private enqueue(state: State, queue: Request[], request: Request): Reply {
    const knownCommand = this.world.parts.commands.get(request.command);
    const about = request.session?.scripts;
    const refusal =
      knownCommand !== undefined && request.script === undefined && !acceptsCount(knownCommand, request.args.length)
        ? wrongArity(request.command)
        : null;
    if (refusal === null || about !== undefined) {
      queue.push(request);
      return queuedText;
    }
    state.isBroken = true;
    return refusal;
  }

  private execute(connection: string, peer: number): Reply {
    const state = this.states.get(connection);
    if (!state?.queue) return failure('ERR EXEC without MULTI');
    const { queue, isBroken, isTouched, watched } = state;
    this.states.delete(connection);
    if (isBroken) return aborted;
    const { keyspace, wallMs } = this.node;
    if (isTouched || [...watched].some((key) => keyspace.isExpired(key, wallMs))) return ok(null);
    return ok(queue.map((request) => itemOf(this.perform(request, peer))));
  }

  private discard(connection: string): Reply {
    if (!this.states.get(connection)?.queue) return failure('ERR DISCARD without MULTI');
    this.states.delete(connection);
    return okText;
  }

  private watch(request: Request, connection: string, peer: number): Reply {
    const state = this.stateOf(connection);
    const names = request.args.map(String);
    // An expired key is already gone, so its removal is not a change to a client that watches it.
    this.node.execute({ command: 'EXISTS', args: names }, peer);
    for (const name of names) state.watched.add(name);
    return okText;
  }

  /** One command of a transaction. It never blocks. */
  private perform(request: Request, peer: number): Reply {
    const { node } = this;
    const { command } = request;
    if (command === 'UNWATCH') return okText;
    if (command === 'WAIT') return ok(node.replication?.ackedCount(node.log.entries.length) ?? 0);
    if (command === 'SUBSCRIBE' || command === 'UNSUBSCRIBE')
      return failure(`ERR ${command} in a transaction is not simulated`);
    return this.answerOfScripts(request, peer) ?? node.execute(request, peer);
  }

  private answerOfScripts(request: Request, peer: number): Reply | null {
    const about = request.session?.scripts;
    return about === undefined ? null : this.ofScripts(about, request, peer);
  }

  private ofScripts(about: AboutScripts, request: Request, peer: number): Reply {
    switch (about.kind) {
      case 'refused':
        return failure(about.message);
      case 'keep':
        this.scripts.set(about.sha, about.script);
        return this.node.execute(request, peer);
      case 'load':
        this.scripts.set(about.sha, about.script);
        return ok(about.sha);
      case 'run': {
        const script = this.scripts.get(about.sha.toLowerCase());
        return script === undefined ? noScript : this.node.execute(evaluate(script, about.keys, about.args), peer);
      }
      case 'exist':
        return ok(about.shas.map((sha) => (this.scripts.has(sha.toLowerCase()) ? 1 : 0)));
      case 'forget':
        this.scripts.clear();
        return okText;
      default:
        return about satisfies never;
    }
  }

  private stateOf(connection: string): State {
    const knownState = this.states.get(connection);
    if (knownState !== undefined) return knownState;
    const state: State = { watched: new Set(), isTouched: false, queue: null, isBroken: false };
    this.states.set(connection, state);
    return state;
  }
}

const wordless: ReadonlySet<string> = new Set(['MULTI', 'EXEC', 'DISCARD', 'UNWATCH']);

/** Whether a command of transactions has the right number of words. */
const hasWords = ({ command, args }: Request): boolean =>
  wordless.has(command) ? args.length === 0 : command !== 'WATCH' || args.length > 0;

const itemOf = (reply: Reply): Value =>
  reply.kind === 'ok' ? reply.value : { error: reply.kind === 'error' ? reply.message : reply.kind };
