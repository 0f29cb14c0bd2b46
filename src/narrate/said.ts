/** What a sentence is made of, in no language yet: names, figures, and the event or cause that it tells. */
import type { Fault } from '../model/fault';
import type { ProcessId } from '../model/scenario';
import type { TraceKind } from '../model/trace';
import type { EventOf } from '../model/traceReader';

/** How a language calls the processes. Within a sentence; the first letter of one is raised later. */
export interface NameWords {
  readonly client: (number: string) => string;
  readonly node: (letter: string) => string;
  readonly replica: (name: string) => string;
  readonly service: string;
  readonly storage: string;
  readonly storagePart: (letter: string) => string;
  /** Several names one after the other: `A, B and C`. At least one. */
  readonly several: (names: readonly string[]) => string;
}

export class Names {
  constructor(private readonly words: NameWords) {}

  /** `client 1`, `node A`, `the storage`. */
  of(id: ProcessId): string {
    const { words } = this;
    if (id.startsWith('client')) return words.client(id.slice(6));
    if (id.startsWith('node')) return words.node(id.slice(4));
    if (id.startsWith('replica')) return words.replica(id.slice(7));
    if (id === 'service') return words.service;
    return id === 'storage' ? words.storage : words.storagePart(id.slice(7));
  }

  /** `node C` for one, `A, B and C` for several nodes, `storage A and B`, `client 1 and client 2`; ids with a space between, as causes have them. */
  list(ids: string): string {
    const all = ids.split(' ').filter((id) => id !== '') as ProcessId[];
    const [first] = all;
    if (first === undefined) return '';
    if (all.length === 1) return this.of(first);
    if (all.every((id) => id.startsWith('node') || id.startsWith('replica')))
      return this.words.several(all.map((id) => id.replace(/^(node|replica)/, '')));
    if (all.every((id) => id.startsWith('storage') && id !== 'storage'))
      return this.words.storagePart(this.words.several(all.map((id) => id.slice(7))));
    return this.words.several(all.map((id) => this.of(id)));
  }
}

/** The values of a cause or fact, as a language's sentences ask for them. */
export class Values {
  constructor(
    private readonly names: Names,
    private readonly values: Readonly<Record<string, string | number>>,
  ) {}

  name(key: string): string {
    return this.names.list(this.text(key));
  }

  has(key: string): boolean {
    const value = this.values[key];
    return value !== undefined && value !== '' && value !== -1;
  }

  text(key: string): string {
    return String(this.values[key] ?? '');
  }

  number(key: string): number {
    return Number(this.values[key] ?? -1);
  }

  isOne(key: string): boolean {
    return !this.text(key).includes(' ');
  }
}

/** An event with its processes and texts in words. */
export interface Said<K extends TraceKind> {
  readonly event: EventOf<K>;
  readonly who: string;
  /** The other process; empty where there is none. Of a group: all of them. */
  readonly peer: string;
  /** What was asked or answered, or the name of a key or step. */
  readonly text: string;
  /** The value of a key; whose key it was; whose write was destroyed or mixed with; whose mark stands. */
  readonly other: string;
  /** Whether one sentence stands for several messages. */
  readonly ofMessages: boolean;
  /** Whether it is a request (and not its reply or a push). */
  readonly isRequest: boolean;
  readonly isClient: boolean;
  /** Of a fault's own event. */
  readonly fault: Fault | null;
  /** Whether it happens at the resource. */
  readonly isStorage: boolean;
  /** Whether several do the same: English has another verb for them. */
  readonly isMany: boolean;
  /** Whether the resource has several processes. */
  readonly ofSeveral: boolean;
  /** Of a read: how many parts of the object were of a write that had not come to its end. */
  readonly loose: number;
}
