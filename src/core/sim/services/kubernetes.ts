/**
 * The API server of Kubernetes as a leader election sees it: Lease objects that clients read, create and replace. A
 * client replaces an object by naming the version that it has read. The server uses no clock: a Lease stays as it is
 * until a client replaces it. Reads are consistent, like those without a resourceVersion. All API servers and their
 * etcd are one state here. Only a person deletes a Lease. Watches and acquireTime are left out. Source: kubernetes.io,
 * "Kubernetes API Concepts"; the errors of apimachinery, api/errors/errors.go; pkg/apis/coordination/validation.
 */
import { ok, type Reply, type Request } from '../../model/effects/request';
import { withoutExpiry } from '../../model/trace/trace';
import { RecordService } from './recordService';
import type { Peer, Service, ServiceWorld } from './service';

interface LeaseObject {
  readonly resourceVersion: number;
  readonly holder: string;
  readonly leaseDurationSeconds: number;
  readonly leaseTransitions: number;
  /** By the wall clock of its writer, in milliseconds. */
  readonly renewTime: number;
}

/** A Lease that nobody holds has an empty holderIdentity, which messages show like this. */
const nobody = '-';

export const makeKubernetes = (world: ServiceWorld): Service => new Kubernetes(world);

class Kubernetes extends RecordService {
  private readonly leases = new Map<string, LeaseObject>();
  /** The revision of etcd, which all objects share. */
  private revision = 0;

  constructor(private readonly world: ServiceWorld) {
    super();
  }

  /** Every object is in etcd. */
  restarted(): number {
    return [...this.leases.values()].filter(({ holder }) => holder !== nobody).length;
  }

  /** As `kubectl delete lease` does. */
  freeByHand(name: string): (() => void) | null {
    if ((this.leases.get(name)?.holder ?? nobody) === nobody) return null;
    return () => {
      this.leases.delete(name);
      this.world.entryGone(null, name, 'lost');
    };
  }

  protected reply(peer: Peer, { command, args }: Request): Reply {
    const name = String(args[0]);
    const lease = this.leases.get(name);
    switch (command) {
      case 'GET LEASE':
        return lease === undefined ? notFound(name) : ok(fieldsOf(lease));
      case 'CREATE LEASE':
        return lease === undefined ? this.put(peer, name, args.slice(1)) : alreadyExists(name);
      case 'UPDATE LEASE':
        if (lease === undefined) return notFound(name);
        return lease.resourceVersion === Number(args[1]) ? this.put(peer, name, args.slice(2)) : conflict(name);
      default:
        throw new Error(`The API server knows no ${command}.`);
    }
  }

  /** Answers the new resourceVersion. */
  private put(peer: Peer, name: string, [holderIdentity, seconds, transitions, renewTime]: Request['args']): Reply {
    const leaseDurationSeconds = Number(seconds);
    if (leaseDurationSeconds <= 0) return invalidDuration(name, leaseDurationSeconds);
    const before = this.leases.get(name)?.holder ?? nobody;
    const holder = String(holderIdentity);
    this.leases.set(name, {
      resourceVersion: ++this.revision,
      holder,
      leaseDurationSeconds,
      leaseTransitions: Number(transitions),
      renewTime: Number(renewTime),
    });
    if (holder === nobody && before !== nobody) this.world.entryGone(peer, name, 'deleted');
    else if (holder !== before) this.world.entrySet(peer, name, holder, withoutExpiry);
    return ok(this.revision);
  }
}

const fieldsOf = (lease: LeaseObject): readonly (string | number)[] => [
  lease.resourceVersion,
  lease.holder,
  lease.leaseDurationSeconds,
  lease.leaseTransitions,
  lease.renewTime,
];

const error = (message: string): Reply => ({ kind: 'error', message });

const notFound = (name: string): Reply => error(`leases.coordination.k8s.io "${name}" not found`);
const alreadyExists = (name: string): Reply => error(`leases.coordination.k8s.io "${name}" already exists`);
const conflict = (name: string): Reply =>
  error(
    `Operation cannot be fulfilled on leases.coordination.k8s.io "${name}": the object has been modified; please ` +
      'apply your changes to the latest version and try again',
  );
const invalidDuration = (name: string, seconds: number): Reply =>
  error(
    `Lease.coordination.k8s.io "${name}" is invalid: spec.leaseDurationSeconds: Invalid value: ${seconds}: must be ` +
      'greater than 0',
  );
