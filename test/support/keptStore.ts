// A storage that keeps its data as the simulator's does, and records the reports of its check.

import type { Program } from '../../src/core/model/effects/effect';
import type { Reply, Request, Value } from '../../src/core/model/effects/request';
import { type Fields, withDefaults } from '../../src/core/model/scenario/fields';
import type { ProcessId } from '../../src/core/model/scenario/processId';
import type { AcceptedWrite, Resource, ResourceServer } from '../../src/core/model/scenario/resource';

export type Given = Readonly<Record<string, string | boolean | number>>;

export class KeptStore {
  readonly cell = { value: 42, version: 1, token: null as number | null, owner: null as string | null };
  readonly log: unknown[] = [];
  readonly kept: unknown;

  constructor(
    readonly resource: Resource<Fields>,
    readonly settings: Given = {},
    readonly me: ProcessId = 'storage',
  ) {
    this.kept = resource.keeps?.();
  }

  /** Answers a request that the check handles in one step. */
  ask(request: Request, client: ProcessId = 'client1'): Value {
    const { done, value } = this.begin(request, client).next();
    if (!done) throw new Error('A check that is one step asked for an effect.');
    return value;
  }

  /** Answers a request that takes several steps. Each given answer goes to one effect, in order. */
  steps(request: Request, ...answers: readonly (Reply | undefined)[]): Value {
    const program = this.begin(request);
    let result = program.next();
    for (const answer of answers) {
      if (result.done) throw new Error('The check had ended before its effects were answered.');
      result = program.next(answer);
    }
    if (!result.done) throw new Error(`The check wants more: ${result.value.kind}.`);
    return result.value;
  }

  /** The check's program, for a test that drives it by hand. */
  begin(request: Request, client: ProcessId = 'client1'): Program<Value> {
    return this.resource.serve(request, this.server(client));
  }

  private server(client: ProcessId): ResourceServer<never> {
    const { cell, log, me, kept } = this;
    return {
      cell,
      kept,
      settings: withDefaults(this.resource.fields, this.settings) as never,
      me,
      client,
      reportRead: (token) => log.push({ read: token }),
      reportEffectCheck: (isDone) => log.push({ looked: isDone }),
      accept: (write) => this.accept(write),
      acceptPart: ({ part, value }) => log.push({ part, value }),
      reportEffect: (count) => log.push({ did: count }),
      reject: (refused) => log.push({ rejected: refused }),
      reportToken: (token) => log.push({ marked: token }),
      setOwner: (owner) => {
        cell.owner = owner;
        log.push({ markFor: owner });
      },
      adopt: ({ value, version }) => {
        cell.value = value;
        cell.version = version;
        log.push({ adopted: value, version });
      },
    };
  }

  private accept({ value, base, token, version }: AcceptedWrite): number {
    this.cell.value = value;
    this.cell.version = version ?? this.cell.version + 1;
    this.log.push({ wrote: value, base, token });
    return this.cell.version;
  }
}
