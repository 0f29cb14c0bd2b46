/** The events of a world, made by the simulated Redis without a process, a port or a wait. */
import { SimulatedRedis } from '../../../src/cli/program/simulatedRedis';
import type { CommandEvent, WorldEvent } from '../../../src/cli/program/worldEvents';
import type { Change } from '../../../src/core/sim/redis/entry';

/** Times are in µs, and each command takes 10 ms. */
const each = 10_000;

export class World {
  readonly events: WorldEvent[] = [];
  at = 0;
  private readonly changes: Change[] = [];
  private readonly redis = new SimulatedRedis({ changed: (change) => void this.changes.push(change) });
  private readonly connection = this.redis.connect();

  get commands(): readonly CommandEvent[] {
    return this.events.filter((event): event is CommandEvent => event.kind === 'command');
  }

  get wallMs(): number {
    return this.redis.nowMs;
  }

  /** Before the program begins. */
  setup(command: string): void {
    this.perform(command.split(' '));
    this.gone();
  }

  /** What the server changes by itself. */
  private gone(): void {
    for (const change of this.changes.splice(0)) this.events.push({ kind: 'changed', at: this.at, server: 0, change });
  }

  /** As if its time had come. */
  expire(key: string): void {
    this.perform(['DEL', key]);
    for (const change of this.changes.splice(0))
      this.events.push({ kind: 'changed', at: this.at, server: 0, change: { ...change, cause: 'expired' } });
  }

  ask(client: number, command: string): unknown {
    const words = command.split(' ');
    const wallMs = this.redis.nowMs;
    const answer = this.perform(words);
    const changes = this.changes.splice(0);
    const [cameAt, at, answeredAt] = [this.at + 1000, this.at + 2000, this.at + 3000];
    this.at += each;
    this.events.push({ kind: 'command', cameAt, at, answeredAt, client, server: 0, words, answer, wallMs, changes });
    return answer;
  }

  exit(client: number): void {
    this.events.push({ kind: 'exited', at: this.at, client, exit: { code: 0, signal: null, lastLines: [] } });
  }

  kill(client: number): void {
    this.events.push({ kind: 'fault', at: this.at });
    this.events.push({ kind: 'killed', at: this.at, client });
  }

  close(): void {
    this.redis.close();
  }

  private perform(words: readonly string[]): unknown {
    let reply: unknown = null;
    this.connection.ask(words, (answer) => {
      reply = answer;
    });
    return reply;
  }
}
