/** A process of the storage, or the database of an SQL lock. Its disk keeps all accepted writes. */
import type { ProcessId, Role } from '../../../core/model/scenario/processId';
import { type Login, makeSecret } from '../login';
import type { Database, Ports, Start } from '../process/contract';
import { ProgramMachine, type ProgramMachineOptions, type ReportNote } from './programMachine';
import type { RunContext } from './runContext';

export interface StorageMachineOptions extends Omit<ProgramMachineOptions, 'role'> {
  readonly role: 'storage' | 'service';
  readonly database: Database;
  /** The ports of the resource's other processes; filled in when they become known. */
  readonly ports: Ports;
}

export class StorageMachine extends ProgramMachine {
  constructor(
    context: RunContext,
    private readonly storage: StorageMachineOptions,
  ) {
    super(context, storage);
  }

  /**
   * The proxy's login to it. Each life has a new one, because the port of an ended life may belong to somebody else.
   */
  login: Login = {};

  /** Sends it the port of another process of the resource. */
  connectTo(process: ProcessId, port: number): void {
    this.child.send({ type: 'route', addressee: process, process, port });
  }

  protected override async moved(port: number): Promise<void> {
    const { id, role, login, context } = this;
    const asking = [...context.machines.values()].filter((other) => other !== this && isProgram(other.role));
    await Promise.all(
      asking.map((other) => context.proxy.open(other.id, { process: id, role, host: '127.0.0.1', port, login })),
    );
  }

  protected override get keptCount(): number {
    return 1;
  }

  protected override startOrder(stampNanos: number): Start {
    const { role, database, ports } = this.storage;
    const ownPassword = makeSecret();
    this.login = { password: ownPassword };
    return {
      type: 'start',
      role,
      me: this.id,
      incarnation: this.incarnation,
      scenario: this.context.scenario,
      clock: this.clockState(stampNanos),
      password: this.context.proxy.password,
      ownPassword,
      database,
      ports,
    };
  }

  protected override takeNote(note: ReportNote): void {
    if (note.note === 'problem') this.context.parts.fail(`${this.id}: ${note.message}`);
  }
}

/** Whether processes of this role send requests. */
const isProgram = (role: Role): boolean => role === 'client' || role === 'storage';
