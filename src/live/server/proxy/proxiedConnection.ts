// One connection of a client to a server. Every request and answer travels on its link, and events report what became
// of it. A lost message silences its direction for good. Knows no key and no other connection.
import type { Socket } from 'node:net';
import type { RespValue } from 'redis-parser';
import {
  command,
  isGrantTo,
  type Reply,
  type Request,
  replyText,
  requestText,
} from '../../../core/model/effects/request';
import type { ProcessId } from '../../../core/model/scenario/processId';
import type { LossCause } from '../../../core/model/trace/trace';
import { answerable } from '../errorScope';
import { type MessageName, replyName } from '../liveEvent';
import { nanosNow, nanosPerMs } from '../nanos';
import { handshakeCommands } from '../process/contract';
import type { Target } from './contract';
import { Framing } from './framing';
import type { KeepAlive } from './keepAlive';
import type { Network } from './network';
import { type RequestReader, wordsOf } from './requestReader';
import type { HandedRequest, ServerShadow } from './serverShadow';
import { Upstream } from './upstream';

/** Bytes that are on their way to the server, or whose answer is outstanding. */
type Exchange =
  /** The client's name, which the proxy has already answered, or the proxy's own request. Nobody awaits the answer. */
  | { readonly kind: 'own' }
  | { readonly kind: 'handshake' }
  | { readonly kind: 'call'; readonly message: MessageName; readonly request: Request; handed: HandedRequest | null };

type Call = Extract<Exchange, { readonly kind: 'call' }>;

/** A server may let the client wait for the answer to these. */
const letsWait: ReadonlySet<string> = new Set(['WAIT', 'BLPOP', 'BRPOP', 'BZPOPMIN', 'SUBSCRIBE']);

export interface ProxiedConnectionParts {
  readonly network: Network;
  readonly reader: RequestReader;
  readonly client: Socket;
  readonly from: ProcessId;
  readonly target: Target;
  /** null when its keys are not followed. */
  readonly shadow: ServerShadow | null;
  /** null if the server's kernel never checks whether the client is still there. */
  readonly keepAlive: KeepAlive | null;
  /** Called when both ends are closed. */
  readonly ended: () => void;
}

interface Carried {
  /** To the server, or back to the client. */
  readonly way: 'in' | 'out';
  readonly message: MessageName;
  readonly arrival: number | 'cut';
  readonly stampNanos: number;
}

export class ProxiedConnection {
  private readonly upstream: Upstream;
  private readonly awaiting: Exchange[] = [];
  private name: string | null = null;
  private requestCount = 0;
  private pushCount = 0;
  private isSubscribed = false;
  /** Calls whose answer has not come back to the client yet. */
  private openCount = 0;
  /** The call was answered NOSCRIPT. The EVAL that follows belongs to the same call. */
  private again: Call | null = null;
  private readonly silent = { in: false, out: false };
  private readonly lastNanos = { in: 0, out: 0 };
  /** When a request first came while the server was dark. The client's kernel sends it again. */
  private unheardNanos: number | null = null;
  private isClientGone = false;
  private isClosing = false;
  private resetArmed = false;
  private isDestroyed = false;

  constructor(private readonly parts: ProxiedConnectionParts) {
    const { client, network, target } = parts;
    const onBroken = (problem: string): void => {
      network.standIn({ kind: 'garbled', process: target.process, peer: parts.from }, problem);
      this.destroy();
    };
    const fromClient = new Framing({ onFrame: (value, bytes) => this.takeRequest(value, bytes), onBroken });
    const fromServer = new Framing({ onFrame: (value, bytes) => this.takeAnswer(value, bytes), onBroken });
    this.upstream = new Upstream(target, {
      loggingIn: (count) => this.awaiting.push(...Array.from({ length: count }, () => ({ kind: 'own' }) as const)),
      data: (bytes) => fromServer.push(bytes),
      closed: () => this.serverClosed(),
    });
    client.setNoDelay(true);
    const read = (bytes: Buffer): void => fromClient.push(bytes);
    client.on('data', answerable(read));
    // The error does not matter: `close` follows.
    client.on('error', () => {});
    client.on(
      'close',
      answerable(() => this.clientClosed()),
    );
  }

  get socketCount(): number {
    return (this.parts.client.destroyed ? 0 : 1) + (this.upstream.isOpen ? 1 : 0);
  }

  /** A machine without power is back. Peers that still wait on a connection to its earlier life see it close. */
  light(process: ProcessId): void {
    const { network, target, from } = this.parts;
    if (process === from && this.isClientGone) this.closeServer();
    if (process !== target.process) return;
    if (this.unheardNanos !== null)
      network.whenSentAgain(this.unheardNanos, () => network.dark.has(process) || this.closeClient());
    else if (this.upstream.state === 'closed' || this.silent.in) this.closeClient();
  }

  /** Whether the connection is open on the server's side. */
  get isAtServer(): boolean {
    return this.upstream.isOpen;
  }

  /** The server's kernel closes the connection. The notice travels on a link that may be cut. */
  closeAtServer(): void {
    this.upstream.destroy();
  }

  destroy(): void {
    this.isDestroyed = true;
    this.parts.client.resetAndDestroy();
    this.upstream.destroy();
  }

  private takeRequest(value: RespValue, bytes: Buffer): void {
    const words = wordsOf(value);
    const name = words?.[0]?.toUpperCase() ?? '';
    if (words !== null && name === 'CLIENT' && words[1]?.toUpperCase() === 'SETNAME')
      this.takeName(words[2] ?? '', bytes);
    else if (words !== null && this.again !== null && name === 'EVAL') {
      this.handOver(this.again, bytes);
      this.again = null;
    } else if (words === null || this.name === null || this.isHandshake(name, words[1])) this.passOn('in', bytes);
    else this.takeCall(this.parts.reader.readRequest(words), `${this.name}/${++this.requestCount}`, bytes);
  }

  private isHandshake(name: string, argument: string | undefined): boolean {
    const isOwn = this.parts.network.options.own !== undefined;
    // A client library asks for all of INFO when it connects. A lock asks for the section about replicas.
    if (name === 'INFO' && argument !== undefined) return isOwn;
    return handshakeCommands.has(name) && !(name === 'SCRIPT' && isOwn);
  }

  /** A simulated client opens connections for free, whatever the state of server and link. */
  private takeName(name: string, bytes: Buffer): void {
    this.name = name;
    this.parts.client.write('+OK\r\n');
    const { network, target } = this.parts;
    // Another program may now listen on the port of a server that is gone.
    const isThere = !network.isGone(target.process);
    this.upstream.greet(bytes, { noteGreeting: () => this.awaiting.push({ kind: 'own' }), isThere });
  }

  private takeCall(request: Request, message: MessageName, bytes: Buffer): void {
    const { network, from, target } = this.parts;
    const to = target.process;
    const stampNanos = nanosNow();
    if (network.isRunning) {
      const nth = network.nextRequest(from, to);
      network.options.onRequest?.({ message, from, to, nth, stampNanos });
    }
    this.openCount++;
    const exchange: Exchange = { kind: 'call', message, request, handed: null };
    const arrival = network.send(from, to, 0, stampNanos);
    if (this.silent.in || arrival === 'dropped')
      return this.loseRequest(exchange, this.unheardNanos === null ? 'dropped' : 'down', stampNanos);
    this.carry({ way: 'in', message, arrival, stampNanos }, () => this.handOver(exchange, bytes));
  }

  /** Lets a message arrive at its time, or when it gets through a cut link. */
  private carry({ way, message, arrival, stampNanos }: Carried, act: () => void): void {
    if (arrival !== 'cut') return this.schedule(way, arrival, act);
    const { network, from: client, target } = this.parts;
    const [from, to] = way === 'in' ? [client, target.process] : [target.process, client];
    network.report('stalled', from, { peer: to, message, behind: network.isCut(from, to) ? 0 : 1 }, stampNanos);
    network.wait(from, to, {
      resent: (arrivalNanos) => {
        network.report('resent', from, { peer: to, message }, nanosNow());
        this.schedule(way, arrivalNanos, act);
      },
      lost: () => {
        network.lose(from, to, message, 'cut');
        this.giveUp(way);
      },
    });
  }

  /** The link was cut for too long, so the sender's kernel closes the connection. */
  private giveUp(way: 'in' | 'out'): void {
    if (way === 'in') this.parts.client.destroy();
    this.upstream.destroy();
  }

  /** Sends bytes that are not a message of the trace. They take the delay of the link, and wait where it is cut. */
  private passOn(way: 'in' | 'out', bytes: Buffer): void {
    if (this.silent[way]) return;
    this.notice(way, () => {
      if (way === 'in') this.handOver({ kind: 'handshake' }, bytes);
      else if (!this.isClientGone) this.parts.client.write(bytes);
    });
  }

  /** Calls `act` when one kernel's notice of this connection reaches the other side. */
  private notice(way: 'in' | 'out', act: () => void): void {
    const { network, from: client, target } = this.parts;
    const [from, to] = way === 'in' ? [client, target.process] : [target.process, client];
    const arrival = network.notice(from, to);
    if (arrival !== null) return this.schedule(way, arrival, act);
    network.wait(from, to, { resent: (arrivalNanos) => this.schedule(way, arrivalNanos, act), lost: () => {} });
  }

  /** Performs arrivals in the order of sending. Before the run, everything passes at once. */
  private schedule(way: 'in' | 'out', arrivalNanos: number, act: () => void): void {
    const { network } = this.parts;
    if (!network.isRunning) return act();
    this.lastNanos[way] = Math.max(this.lastNanos[way], arrivalNanos);
    network.scheduler.at(this.lastNanos[way], act);
  }

  private handOver(exchange: Exchange, bytes: Buffer): void {
    const { network, from, target, shadow, keepAlive } = this.parts;
    if (network.dark.has(target.process)) return this.loseRequest(exchange, 'down');
    if (network.isGone(target.process)) return this.refuse(exchange);
    this.upstream.write(
      bytes,
      (handedNanos) => {
        this.awaiting.push(exchange);
        if (exchange.kind !== 'call') return;
        const { message, request } = exchange;
        if (exchange.handed === null) network.report('arrived', target.process, { peer: from, message }, handedNanos);
        exchange.handed = { from, message, request, handedNanos };
        shadow?.handed(exchange.handed);
        keepAlive?.noteBytes(handedNanos);
      },
      () => {
        if (network.dark.has(target.process)) return this.loseRequest(exchange, 'down');
        this.refuse(exchange);
      },
    );
  }

  /** The kernel's answer for a port without a process. */
  private refuse(exchange: Exchange): void {
    const { network, from, target } = this.parts;
    if (exchange.kind === 'call') network.lose(from, target.process, exchange.message, 'gone');
    this.closeClient();
  }

  private loseRequest(exchange: Exchange, cause: LossCause, stampNanos = nanosNow()): void {
    const { network, from, target } = this.parts;
    if (exchange.kind === 'call') network.lose(from, target.process, exchange.message, cause, stampNanos);
    this.silence('in');
    if (cause === 'dropped') this.endByLoss();
    else this.unheardNanos ??= stampNanos;
  }

  /** Notifies a person's own code at once that its connection has ended. */
  private endByLoss(): void {
    const { network, shadow, client } = this.parts;
    if (network.options.own !== undefined && shadow !== null) this.notice('out', () => client.destroy());
  }

  private takeAnswer(value: RespValue, bytes: Buffer): void {
    const { target, network } = this.parts;
    if (this.isSubscribed && Array.isArray(value) && value[0] === 'message') return this.takePush(value, bytes);
    const exchange = this.awaiting.shift();
    if (exchange === undefined)
      return network.standIn({ kind: 'unasked', process: target.process }, bytes.toString('latin1'));
    if (exchange.kind === 'own') return;
    if (exchange.kind === 'handshake') return this.passOn('out', bytes);
    this.takeReply(exchange, this.parts.reader.readReply(value), bytes);
  }

  private takeReply(exchange: Call, reply: Reply, bytes: Buffer): void {
    const { network, from, target, shadow, client } = this.parts;
    const { handed, message, request } = exchange;
    if (reply.kind === 'error' && reply.message.startsWith('NOSCRIPT') && !this.isClientGone) {
      if (handed !== null) shadow?.abandon(handed);
      if (network.options.own !== undefined) return this.sendRefusal(exchange, reply.message, bytes);
      this.again = exchange;
      client.write(bytes);
      return;
    }
    if (request.command === 'SUBSCRIBE' && reply.kind === 'ok') this.isSubscribed = true;
    const stampNanos = network.stampOf(target.process);
    const visibleReply = countOnly(request, reply);
    const ok = isGrantTo(request, visibleReply) ? 1 : 0;
    if (handed !== null && shadow !== null && !letsWait.has(request.command))
      network.options.onServed?.(target.process, handed.handedNanos, nanosNow());
    if (handed !== null && shadow !== null) shadow.answer(handed, visibleReply, stampNanos);
    else network.derive('received', target.process, { peer: from, message, ok }, stampNanos);
    this.sendBack(replyName(message), replyText(visibleReply), 1, bytes, stampNanos);
  }

  /** Reports to the client's code that the server does not know its script. */
  private sendRefusal({ message }: Call, text: string, bytes: Buffer): void {
    const { network, from, target } = this.parts;
    const stampNanos = network.stampOf(target.process);
    network.derive('received', target.process, { peer: from, message, ok: 0 }, stampNanos);
    this.sendBack(replyName(message), text, 1, bytes, stampNanos);
  }

  private takePush(value: readonly RespValue[], bytes: Buffer): void {
    const { network, from, target, reader } = this.parts;
    const words = wordsOf(value) ?? [];
    const push = command('MESSAGE', ...reader.readRequest(words).args);
    const stampNanos = network.stampOf(target.process);
    network.derive('woken', target.process, { peer: from }, stampNanos);
    this.sendBack(`${this.name}>${++this.pushCount}`, requestText(push), 2, bytes, stampNanos);
  }

  private sendBack(message: MessageName, text: string, leg: 1 | 2, bytes: Buffer, stampNanos: number): void {
    const { network, from, target } = this.parts;
    const { process } = target;
    network.report('sent', process, { peer: from, message, text, leg }, stampNanos);
    const arrival = network.send(process, from, leg, stampNanos);
    if (!this.silent.out && arrival !== 'dropped')
      return this.carry({ way: 'out', message, arrival, stampNanos }, () => this.deliver(message, leg, bytes));
    network.lose(process, from, message, 'dropped', stampNanos);
    this.silence('out');
    this.endByLoss();
  }

  private deliver(message: MessageName, leg: 1 | 2, bytes: Buffer): void {
    const { network, from, target, client } = this.parts;
    if (network.dark.has(from)) return network.lose(target.process, from, message, 'down');
    if (this.isClientGone || client.destroyed || network.isGone(from))
      return network.lose(target.process, from, message, 'gone');
    if (leg === 1) this.openCount--;
    const stampNanos = nanosNow();
    client.write(bytes);
    network.report('arrived', from, { peer: target.process, message }, stampNanos);
  }

  /** Drops all data without notice. After a while both kernels give up the connection. */
  private silence(way: 'in' | 'out'): void {
    this.silent[way] = true;
    if (this.resetArmed) return;
    this.resetArmed = true;
    const { network } = this.parts;
    const lastsMs = this.pushCount > 0 ? network.resetAfterMs : network.callResetAfterMs;
    network.scheduler.at(nanosNow() + lastsMs * nanosPerMs, () => this.destroy());
  }

  private serverClosed(): void {
    const { network, from, target, shadow } = this.parts;
    const isDark = network.dark.has(target.process);
    for (const exchange of this.awaiting.splice(0)) {
      if (exchange.kind !== 'call' || exchange.handed === null) continue;
      const isWaiting = shadow?.isWaiting(exchange.handed) ?? false;
      shadow?.abandon(exchange.handed);
      // Without an answer, it is unknown whether the server executed it before it crashed.
      if (!isWaiting && !this.isClientGone)
        network.lose(from, target.process, exchange.message, isDark ? 'down' : 'gone');
    }
    if (this.isClientGone) this.parts.ended();
    else if (!isDark) this.closeClient();
  }

  /** The server's kernel notifies the client that the connection is closed. */
  private closeClient(): void {
    if (this.isClosing) return;
    this.isClosing = true;
    if (this.silent.out) return this.silence('out');
    this.notice('out', () => this.parts.client.destroy());
  }

  private clientClosed(): void {
    const { network, from, target } = this.parts;
    this.isClientGone = true;
    if (network.dark.has(from)) return;
    // The kernel of a killed process still sends what the process gave it.
    const isClosedByLibrary = !this.isClosing && !this.isDestroyed && !network.isGone(from);
    if (this.openCount > 0 && isClosedByLibrary) network.reconnected(from, target.process);
    this.closeServer();
  }

  /** The client's kernel notifies the server that the connection is closed. Earlier bytes are handed over first. */
  private closeServer(): void {
    if (!this.upstream.isOpen) return this.parts.ended();
    if (this.silent.in) return this.silence('in');
    this.notice('in', () => this.upstream.end());
  }
}

/** A simulated server answers a subscription with the number of subscriptions; a real one also repeats the channel. */
const countOnly = ({ command: name }: Request, reply: Reply): Reply =>
  /^(UN)?SUBSCRIBE$/.test(name) && reply.kind === 'ok' && Array.isArray(reply.value)
    ? { kind: 'ok', value: reply.value?.[2] ?? null }
    : reply;
