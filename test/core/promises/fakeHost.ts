/** A world on promises with its own clock: time passes only when nobody has anything left to do. */

import type { Call, Declaration } from '../../../src/core/model/effects/effect';
import { ok, type Reply, requestText, timedOut } from '../../../src/core/model/effects/request';
import { localInstant, type Micros, toMs } from '../../../src/core/model/values/time';
import type { Host, Subscription } from '../../../src/core/promises/host';

/** The result of a call, and after how long; null: never a reply. */
export type Answers = (call: Call) => { readonly reply: Reply; readonly afterMs: number } | null;

interface Due {
  readonly at: Micros;
  readonly fire: () => void;
}

export class FakeHost implements Host {
  /** What was seen, with the time in ms. */
  readonly log: string[] = [];
  private readonly pushed = new Map<string, Reply[]>();
  private micros: Micros = 0;
  private dues: Due[] = [];
  private holds = 0;
  private takers = new Map<string, () => void>();

  constructor(private readonly answers: Answers = () => ({ reply: ok(1), afterMs: 20 })) {}

  readonly now = () => localInstant(this.micros);
  readonly mono = () => localInstant(this.micros);
  readonly random = (_: string, below: number) => Math.floor(below / 2);
  readonly step = (label: string, task: number) => this.note(`step ${label} of ${task}`);
  readonly mark = ({ mark }: Declaration) => (mark === 'acquiring' ? ++this.holds : this.holds);
  readonly traceReply = ({ to }: Call, _: Reply, as: string) => this.note(`${as} ${to}`);

  readonly sleep = (micros: Micros, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const due = this.after(micros, resolve);
      signal.addEventListener('abort', () => {
        this.dues = this.dues.filter((other) => other !== due);
        this.note('sleep aborted');
        resolve();
      });
    });

  readonly call = (call: Call): Promise<Reply> => {
    this.note(`sent ${call.to} ${requestText(call.request)}`);
    const answer = this.answers(call);
    return new Promise((resolve) => {
      if (answer) this.after(answer.afterMs * 1000, () => resolve(answer.reply));
      if (call.timeout !== null) this.after(call.timeout, () => resolve(timedOut));
    });
  };

  readonly open = async (to: string, topic: string): Promise<Subscription | null> => {
    this.note(`open ${to} ${topic}`);
    if (topic === 'nobody') return null;
    return this.listen(to, topic);
  };

  readonly listen = (to: string, topic: string): Subscription => ({
    next: (timeout, signal) =>
      new Promise((resolve) => {
        const queue = this.pushed.get(topic) ?? [];
        this.pushed.set(topic, queue);
        const first = queue.shift();
        if (first) return resolve(first);
        this.takers.set(topic, () => resolve(queue.shift() ?? timedOut));
        if (timeout !== null) this.after(timeout, () => resolve(timedOut));
        signal.addEventListener('abort', () => this.note('take aborted'));
      }),
    close: () => this.note(`close ${to} ${topic}`),
  });

  /** A server sends something unsolicited. */
  push(topic: string, reply: Reply): void {
    const queue = this.pushed.get(topic) ?? [];
    this.pushed.set(topic, queue);
    queue.push(reply);
    this.takers.get(topic)?.();
    this.takers.delete(topic);
  }

  note(what: string): void {
    this.log.push(`${toMs(this.micros)} ${what}`);
  }

  after(micros: Micros, fire: () => void): Due {
    const due = { at: this.micros + micros, fire };
    this.dues.push(due);
    return due;
  }

  /** Lets time pass until nothing is due any more. */
  async pass(): Promise<void> {
    for (let count = 0; count < 10_000; count++) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = this.dues.reduce<Due | null>((first, due) => (first && first.at <= due.at ? first : due), null);
      if (!next) return;
      this.dues = this.dues.filter((due) => due !== next);
      this.micros = Math.max(this.micros, next.at);
      next.fire();
    }
    throw new Error('The world does not come to rest.');
  }
}
