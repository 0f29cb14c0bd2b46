// A client at a resource of one or several processes, without a simulator. Every request is answered at once.

import { connectionClosed, ok, type Reply } from '../../src/core/model/effects/request';
import type { Held } from '../../src/core/model/scenario/lock';
import type { ProcessId } from '../../src/core/model/scenario/processId';
import type { Resource } from '../../src/core/model/scenario/resource';
import { DrivenWorld } from './drive';
import { type Given, KeptStore } from './keptStore';

/** A holder with this token. */
export const held = (token: number, owner = `owner ${token}`): Held => ({
  kind: 'held',
  validFor: 1,
  token,
  owner,
  state: null,
});

export class StorageSite {
  readonly stores: ReadonlyMap<ProcessId, KeptStore>;
  readonly asked: string[] = [];
  /** Processes that do not answer. */
  readonly silent = new Set<ProcessId>();

  constructor(
    readonly resource: Resource,
    readonly settings: Given = {},
    readonly storages: readonly ProcessId[] = ['storage'],
  ) {
    this.stores = new Map(storages.map((id) => [id, new KeptStore(resource, settings, id)]));
  }

  store(id: ProcessId = this.storages[0] ?? 'storage'): KeptStore {
    const store = this.stores.get(id);
    if (store === undefined) throw new Error(`No ${id}.`);
    return store;
  }

  read(by: Held) {
    return this.drive().run(this.resource.read(this.context(), by));
  }

  write(by: Held, value: number, base: number) {
    return this.drive().run(this.resource.write(this.context(), by, { value, base }));
  }

  leave(by: Held) {
    return this.resource.leave && this.drive().run(this.resource.leave(this.context(), by));
  }

  private drive(): DrivenWorld {
    return new DrivenWorld({
      answer: ({ to, request }) => {
        this.asked.push(`${to} ${request.command}`);
        const reply: Reply = this.silent.has(to) ? connectionClosed : ok(this.store(to).ask(request));
        return { reply, afterMs: 1 };
      },
    });
  }

  private context() {
    const settings = Object.fromEntries(
      Object.entries(this.resource.fields).map(([name, field]) => [name, this.settings[name] ?? field.default]),
    );
    const storage = this.storages[0] ?? 'storage';
    return { me: 'client1', storage, storages: this.storages, settings: settings as never, timeout: 500_000 } as const;
  }
}
