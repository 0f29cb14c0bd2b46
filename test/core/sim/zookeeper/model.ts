// Plays a script on the simulated ZooKeeper without the simulator: a service, its clock, and the messages that it
// sends.
import { command, type Reply, type Value } from '../../../../src/core/model/effects/request';
import { fromMs } from '../../../../src/core/model/values/time';
import type { Peer, ServiceWorld } from '../../../../src/core/sim/services/service';
import { makeZookeeper } from '../../../../src/core/sim/services/zookeeper';
import { heartbeatMs, isWait, type Line, parseLine, type Reported, replyLine, type Step, tickMs } from './stage';

/**
 * What the service recorded in the trace: `set stock/lock-0000000000 of 1`, `gone x expired by nobody`, `waiting 2`,
 * `woken 2`.
 */
export interface Played {
  readonly reported: Reported;
  readonly traced: readonly string[];
  /** The answer to each ping: how many events had been sent. */
  readonly pings: readonly number[];
}

export function playOnModel(script: readonly Line[]): Played {
  const stage = new ModelStage();
  for (const line of script) stage.play(line);
  return { reported: stage.reported, traced: stage.traced, pings: stage.pings };
}

class ModelStage {
  readonly reported: Record<string, string[]> = {};
  readonly traced: string[] = [];
  readonly pings: number[] = [];
  private readonly peers = new Map<string, Peer>();
  private readonly sessionOf = new Map<string, number>();
  private nowMs = 0;
  private peerCount = 0;
  private readonly service = makeZookeeper(this.world(), { tickTime: tickMs });

  play(line: Line): void {
    const step = parseLine(line);
    if (isWait(step)) {
      for (let passed = 0; passed < step.ms; passed += heartbeatMs) {
        this.pass(Math.min(heartbeatMs, step.ms - passed));
        for (const client of step.alive) this.ask(this.peerOf(client), 'PING', []);
      }
    } else this.act(step);
  }

  private act({ client, command: name, args }: Step): void {
    if (name === 'RESTART') this.service.restarted();
    else if (name === 'DROP') this.service.disconnected(this.peerOf(client));
    else if (name === 'CONNECT' || name === 'RECONNECT') this.connect(client, name === 'CONNECT' ? args : undefined);
    else this.report(client, replyLine(name, this.readable(name, this.ask(this.peerOf(client), name, args))));
  }

  private connect(client: string, args: readonly string[] | undefined): void {
    const peer = { index: client.charCodeAt(0), incarnation: this.peerCount++ };
    this.peers.set(client, peer);
    const session = this.sessionOf.get(client) ?? 0;
    const reply = this.ask(peer, 'CONNECT', args ?? ['1000', String(session)]);
    const [id = session, timeout = 0] =
      reply.kind === 'ok' ? (reply.value as readonly (string | number)[]).map(Number) : [];
    if (args) this.sessionOf.set(client, id);
    else if (timeout !== 0 && id !== session) throw new Error('It went on with another session.');
    this.report(client, args ? `CONNECT: ${timeout}` : `RECONNECT: ${timeout === 0 ? 'SessionExpired' : timeout}`);
  }

  private ask(peer: Peer, name: string, args: readonly string[]): Reply {
    const replies: Reply[] = [];
    this.service.serve({ peer, request: command(name, ...args), answer: (reply) => void replies.push(reply) });
    if (replies.length !== 1) throw new Error(`${name} was answered ${replies.length} times.`);
    return replies[0] as Reply;
  }

  private pass(ms: number): void {
    const until = this.nowMs + ms;
    while (this.service.dueAt() <= fromMs(until)) {
      this.nowMs = this.service.dueAt() / 1000;
      this.service.elapse();
    }
    this.nowMs = until;
  }

  private readable(name: string, reply: Reply): Parameters<typeof replyLine>[1] {
    if (reply.kind === 'error') return { error: reply.message };
    const value = reply.kind === 'ok' ? reply.value : null;
    const values = (Array.isArray(value) ? value : [value]) as (string | number)[];
    switch (name) {
      case 'PING':
        this.pings.push(Number(values[1]));
        return { values: ['OK'] };
      case 'CHILDREN':
        return { values: [...values].sort() };
      case 'EXISTS':
      case 'SET':
      case 'GET':
        // The last but one value of the stat is the owner.
        return { values: values.map((one, i) => (i === values.length - 2 ? this.clientOf(Number(one)) : one)) };
      default:
        return { values };
    }
  }

  private clientOf(session: number): string {
    for (const [client, id] of this.sessionOf) if (id === session) return client;
    return 'nobody';
  }

  private peerOf(client: string): Peer {
    const peer = this.peers.get(client);
    if (!peer) throw new Error(`${client} has not connected.`);
    return peer;
  }

  private report(client: string, line: string): void {
    this.reported[client] = [...(this.reported[client] ?? []), line];
  }

  private nameOf(peer: Peer | null): string {
    return peer === null ? 'nobody' : String.fromCharCode(peer.index);
  }

  private world(): ServiceWorld {
    const trace = (line: string): void => void this.traced.push(line);
    return {
      now: () => fromMs(this.nowMs),
      push: (peer, _topic, value: Value) => this.report(this.nameOf(peer), (value as readonly string[]).join(' ')),
      entrySet: (peer, entry, _value, expiresIn) => trace(`set ${entry} of ${this.nameOf(peer)} for ${expiresIn}`),
      entryGone: (by, entry, cause) => trace(`gone ${entry} ${cause} by ${this.nameOf(by)}`),
      waiting: (peer) => trace(`waiting ${this.nameOf(peer)}`),
      woken: (peer) => trace(`woken ${this.nameOf(peer)}`),
      isReachable: () => true,
      message: () => 0,
    };
  }
}
