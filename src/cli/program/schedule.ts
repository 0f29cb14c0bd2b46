/**
 * When the commands of each client go on, and when the fault hits. The first client comes first; the others wait at
 * their first command about the lock until it has reached the place. It knows no socket and no process.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ms } from '../../core/model/values/time';
import type { Change } from '../../core/sim/redis/entry';
import type { Endpoint } from './endpoint';
import { LockStates } from './lockState';
import { faultLength, isOfServer, type Plan } from './places';
import type { ProcessTree } from './processTree';
import type { Roles } from './roles';
import type { WorldRedis } from './simulatedRedis';
import type { CommandEvent, Role, StorageCall, WorldEvent } from './worldEvents';

/** What a fault hits. */
export interface Targets {
  readonly servers: readonly WorldRedis[];
  /** By client. */
  readonly endpoints: ReadonlyMap<number, readonly Endpoint[]>;
  readonly clients: ReadonlyMap<number, ProcessTree>;
  readonly note: (event: WorldEvent) => void;
  /** In µs since the world began. */
  readonly now: () => number;
}

/** How long to wait for another client to get in when the lease is over, beside a second lease, in ms. */
const graceMin: Ms = 1500;
/** How long another client waits inside for the first one at most, in ms. */
const insideMost: Ms = 1500;
/** A place that is not reached after this many ms is not waited for. */
const placeWithin: Ms = 3000;
/** Something that happens once, and can be waited for. */
export function signalOf(): { readonly whenGiven: Promise<void>; readonly give: () => void; isGiven: boolean } {
  let resolve: () => void = () => {};
  const signal = {
    whenGiven: new Promise<void>((resolvePromise) => {
      resolve = resolvePromise;
    }),
    isGiven: false,
    give: () => {
      signal.isGiven = true;
      resolve();
    },
  };
  return signal;
}

export class Schedule {
  isPlaceReached = false;
  isUnstoppable = false;
  private readonly roleCounts = new Map<Role, number>();
  /** The others may come. */
  private readonly released = signalOf();
  private readonly otherInside = signalOf();
  private readonly othersDone = signalOf();
  private readonly firstDone = signalOf();
  /** The first client's commands wait until this resolves. */
  private firstHeld: Promise<void> | null = null;
  private isOtherHeld = false;
  private insideOver: Promise<void> = Promise.resolve();
  private isArmed = false;
  private readonly states: LockStates;
  /** The servers that have given the lock to a client. */
  private readonly granted = new Map<number, Set<number>>();
  private before: readonly ReturnType<WorldRedis['snapshot']>[] = [];

  /** @param plan null: nothing fails, and nobody waits */
  constructor(
    private readonly plan: Plan | null,
    private readonly roles: Roles | null,
    private readonly targets: Targets,
  ) {
    this.states = new LockStates(roles?.lockKey ?? null);
    if (plan === null) this.released.give();
  }

  noteExit(client: number, isLast: boolean): void {
    if (client === this.plan?.first) {
      this.firstDone.give();
      this.released.give();
    } else if (isLast) {
      this.othersDone.give();
      this.otherInside.give();
    }
  }

  /** A client has used the storage. */
  noteWork(client: number): void {
    if (this.plan !== null && client !== this.plan.first && this.isHolder(client)) this.otherIsInside();
  }

  /** A key was changed by no client. */
  noteChange(server: number, change: Change): void {
    this.states.noteChange(server, change);
  }

  /** Which servers have given the lock to whom, so that the others can be brought in at the right moment. */
  noteGrant(event: CommandEvent): void {
    const { roles, plan } = this;
    if (roles === null || plan === null) return;
    const { client, server, words } = event;
    const grants = this.granted.get(client) ?? new Set<number>();
    this.granted.set(client, grants);
    const isHolder = this.isHolder(client);
    const step = this.states.noteCommand(event);
    if (step === 'acquire' || step === 'release') for (const theirs of this.granted.values()) theirs.delete(server);
    if (step === 'acquire') grants.add(server);
    // It is inside, and has asked for something more.
    if (client !== plan.first && isHolder && roles.of(words).some((role) => role === 'read' || role === 'write'))
      this.otherIsInside();
  }

  /** From now on it waits for the first one, but not until its own lease is over. */
  private otherIsInside(): void {
    if (this.otherInside.isGiven) return;
    const most = Math.min(insideMost, (this.roles?.lease ?? Number.POSITIVE_INFINITY) / 2);
    this.insideOver = sleep(most, undefined, { ref: false });
    this.otherInside.give();
  }

  private isHolder(client: number): boolean {
    return (this.granted.get(client)?.size ?? 0) >= this.quorum;
  }

  private get quorum(): number {
    return Math.floor(this.targets.servers.length / 2) + 1;
  }

  /**
   * Holds back a client for which it is not the time, and injects the fault where the place is before the command.
   *
   * @param all what the command is for
   * @param here the same, if the command is a place. Of a command that goes to several servers, one is.
   */
  beforeRoles(client: number, all: readonly Role[], here: readonly Role[]): Promise<void> | null {
    const { plan } = this;
    if (plan === null || all.length === 0) return null;
    if (client !== plan.first) return !this.released.isGiven && all.some(isOfLock) ? this.released.whenGiven : null;
    this.armPlace();
    if (this.firstHeld !== null) return this.firstHeld;
    // What a replica that has not heard of the lock knows.
    if (this.before.length === 0 && all.some(isOfLock))
      this.before = this.targets.servers.map((server) => server.snapshot());
    for (const role of here) this.roleCounts.set(role, (this.roleCounts.get(role) ?? 0) + 1);
    return this.isAt('before', here) ? this.strikeBefore() : null;
  }

  private isAt(side: 'before' | 'after', here: readonly Role[]): boolean {
    const { plan } = this;
    if (plan === null || this.isPlaceReached || plan.place.side !== side) return false;
    return here.includes(plan.place.role) && this.roleCounts.get(plan.place.role) === plan.place.nth;
  }

  /** If the first client does not come to the place, the others need not wait for it. */
  private armPlace(): void {
    if (this.isArmed) return;
    this.isArmed = true;
    setTimeout(() => this.released.give(), placeWithin).unref();
  }

  private async strikeBefore(): Promise<void> {
    this.injectFault();
    await this.over();
    this.endFault();
  }

  /** The other client waits inside for an answer, until the first one is done, or half its lease is over. */
  afterRoles(
    client: number,
    here: readonly Role[],
    events: readonly (CommandEvent | StorageCall)[],
  ): Promise<boolean> | null {
    const answer = (): boolean => {
      for (const event of events) event.answeredAt = this.targets.now();
      return true;
    };
    const { plan } = this;
    if (plan !== null && client !== plan.first && this.isOtherHeld && this.otherInside.isGiven) {
      this.isOtherHeld = false;
      return Promise.race([this.firstDone.whenGiven, this.insideOver]).then(answer);
    }
    if (plan === null || client !== plan.first || !this.isAt('after', here)) {
      answer();
      return null;
    }
    return this.strikeAfter(plan, answer);
  }

  /** @returns whether the client gets the answer */
  private async strikeAfter({ fault, first }: Plan, answer: () => boolean): Promise<boolean> {
    const tree = this.targets.clients.get(first);
    switch (fault) {
      case 'pause': {
        this.isUnstoppable = (await tree?.stop()) === false;
        this.injectFault();
        this.targets.note({ kind: 'paused', at: this.targets.now(), client: first });
        void this.over().then(() => {
          this.endFault();
          this.targets.note({ kind: 'resumed', at: this.targets.now(), client: first });
          tree?.resume();
        });
        return answer();
      }
      case 'kill':
        this.injectFault();
        this.targets.note({ kind: 'killed', at: this.targets.now(), client: first });
        await tree?.kill();
        return false;
      case 'lost-reply':
        this.injectFault();
        return false;
      case 'late-reply':
        this.injectFault();
        await this.over();
        this.endFault();
        return answer();
      case 'unreachable': {
        const endpoints = this.targets.endpoints.get(first) ?? [];
        for (const endpoint of endpoints) endpoint.isRefusing = true;
        this.injectFault();
        for (const endpoint of endpoints) endpoint.reset();
        void this.over().then(() => {
          for (const endpoint of endpoints) endpoint.isRefusing = false;
          this.endFault();
        });
        return false;
      }
      case 'late-request':
        return answer();
      default:
        return this.strikeServers(fault, answer);
    }
  }

  /** The first client goes on when another one is inside. */
  private strikeServers(fault: Plan['fault'], answer: () => boolean): boolean {
    this.injectFault();
    this.firstHeld = this.over().then(() => {
      this.endFault();
      this.firstHeld = null;
    });
    // Of several servers, as many as the lock can be taken from again.
    const hit = this.targets.servers.slice(0, this.quorum);
    if (fault === 'clock-jump') {
      for (const server of hit) server.jump(faultLength(this.roles?.lease ?? null));
      return answer();
    }
    for (const [i, server] of hit.entries())
      server.replace(fault === 'failover' ? (this.before[i] ?? new Map()) : new Map());
    for (const endpoints of this.targets.endpoints.values())
      for (const endpoint of endpoints.slice(0, this.quorum)) endpoint.reset();
    return false;
  }

  /** From now on the fault is there, and the others may come. */
  private injectFault(): void {
    const { plan } = this;
    this.isPlaceReached = true;
    this.targets.note({ kind: 'fault', at: this.targets.now() });
    this.isOtherHeld = plan?.resumption === 'while-inside';
    this.released.give();
  }

  private endFault(): void {
    this.targets.note({ kind: 'fault-ended', at: this.targets.now() });
  }

  /** Resolves when the first client may go on: the lease is over, and another client is where the plan wants it. */
  private async over(): Promise<void> {
    const { plan, roles } = this;
    const lease = roles?.lease ?? null;
    const length = faultLength(lease);
    const grace = Math.max(graceMin, lease ?? 0);
    const awaited = plan?.resumption === 'while-inside' ? this.otherInside : this.othersDone;
    // Without a stopped process there is nothing to wait out.
    if (plan === null || !isOfServer(plan.fault)) await sleep(length, undefined, { ref: false });
    const left = plan !== null && isOfServer(plan.fault) ? length + grace : grace;
    await Promise.race([awaited.whenGiven, sleep(left, undefined, { ref: false })]);
  }
}

const isOfLock = (role: Role): boolean => role === 'acquire' || role === 'look';
