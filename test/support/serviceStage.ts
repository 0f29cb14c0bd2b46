// A lock service alone, with requests and a clock that a test controls by hand. Everything that it sends is listed in
// order.
import { command, type Reply, type Request, type Value } from '../../src/core/model/effects/request';
import { withSession } from '../../src/core/model/trace/trace';
import { fromMs, type Micros, type Ms, toMs } from '../../src/core/model/values/time';
import type { MakeService, Peer, Service } from '../../src/core/sim/services/service';

const nameOf = ({ index, incarnation }: Peer): string => `${'abcdefgh'[index] ?? index}${'′'.repeat(incarnation)}`;

/** `a`, or `a′` for that client after a restart. */
const peerOf = (name: string): Peer => ({
  index: 'abcdefgh'.indexOf(name.charAt(0)),
  incarnation: name.length - 1,
});

export class ServiceStage {
  /** `a: OK`, `a waits`, `stock = x for a (1000 ms)`, `stock gone by a (deleted)`, `a hears topic: value`. */
  readonly said: string[] = [];
  readonly unreachable = new Set<string>();
  private readonly service: Service;
  private now: Micros = fromMs(100_000);
  private wallAhead: Micros = 0;
  private sent = 0;
  /** The number of the request that is being served. */
  private message = 0;

  constructor(make: MakeService, settings: Readonly<Record<string, unknown>>) {
    this.service = make(
      {
        now: () => this.now,
        wall: () => this.now + this.wallAhead,
        steady: () => this.now,
        push: (peer, topic, value) => this.say(`${nameOf(peer)} hears ${topic}: ${valueText(value)}`),
        entrySet: (peer, entry, value, expiresIn) => {
          const lasts = expiresIn === withSession ? 'session' : expiresIn < 0 ? 'for ever' : `${toMs(expiresIn)} ms`;
          this.say(`${entry} = ${value} for ${nameOf(peer)} (${lasts})`);
        },
        entryGone: (by, entry, cause) => this.say(`${entry} gone by ${by ? nameOf(by) : 'nobody'} (${cause})`),
        draw: (below) => below - 1,
        message: () => this.message,
        read: (peer, cell) => this.say(`${nameOf(peer)} read ${cell.value}, version ${cell.version}`),
        wrote: (peer, cell) => this.say(`${nameOf(peer)} wrote ${cell.value}, version ${cell.version} on ${cell.base}`),
        waiting: (peer) => this.say(`${nameOf(peer)} waits`),
        woken: (peer) => this.say(`${nameOf(peer)} is woken`),
        isReachable: (peer) => !this.unreachable.has(nameOf(peer)),
      },
      settings,
    );
  }

  /**
   * Plays lines such as `a ACQUIRE 1 stock exclusive`, `wait 500`, `a dies`, `restart`, `leader lost`, `clock +500`.
   * A request that is `late`, as in `a late CONNECT`, was sent before all others. Returns what the service sent.
   */
  play(...lines: readonly string[]): readonly string[] {
    this.said.length = 0;
    for (const line of lines) this.playLine(line);
    return [...this.said];
  }

  private playLine(line: string): void {
    const [who = '', what = '', ...args] = line.split(' ');
    if (who === 'wait') return this.wait(Number(what));
    if (who === 'clock') this.wallAhead += fromMs(Number(what));
    else if (who === 'restart') this.say(`${this.service.restarted()} kept`);
    else if (who === 'leader') this.service.leadership?.[what === 'lost' ? 'lost' : 'gainLeader']();
    else if (what === 'loses-session') this.service.endSession?.(peerOf(who).index);
    else if (what === 'dies') this.service.disconnected(peerOf(who));
    else if (what === 'is') this.setReachable(who, args[0] === 'back');
    else if (what === 'late') this.ask(who, 0, args);
    else this.ask(who, ++this.sent, [what, ...args]);
  }

  private ask(who: string, message: number, [name = '', ...args]: readonly string[]): void {
    this.message = message;
    const request = requestOf([name, ...args]);
    this.service.serve({ peer: peerOf(who), request, answer: (reply) => this.say(`${who}: ${replyText(reply)}`) });
  }

  private setReachable(who: string, isBack: boolean): void {
    if (isBack) this.unreachable.delete(who);
    else this.unreachable.add(who);
  }

  /** Wakes the service exactly at the times that it asks for. */
  private wait(ms: Ms): void {
    const end = this.now + fromMs(ms);
    for (let due = this.service.dueAt(); due <= end; due = this.service.dueAt()) {
      this.now = Math.max(this.now, due);
      this.service.elapse();
      if (this.service.dueAt() <= this.now) throw new Error('The service wants to be woken for what it has just done.');
    }
    this.now = end;
  }

  private say(text: string): void {
    this.said.push(text);
  }
}

/** In a line, a plus joins the words of a statement, and digits are a number unless they are in quotes. */
export const requestOf = ([name = '', ...args]: readonly string[]): Request =>
  command(name.replaceAll('+', ' '), ...args.map((word) => (isJson.test(word) ? JSON.parse(word) : word)));

const isJson = /^(0|[1-9]\d*|".*")$/;

const valueText = (value: Value): string =>
  Array.isArray(value) ? `[${value.map(valueText).join(' ')}]` : String(value);

function replyText(reply: Reply): string {
  if (reply.kind === 'ok') return valueText(reply.value);
  return reply.kind === 'error' ? reply.message : reply.kind;
}
