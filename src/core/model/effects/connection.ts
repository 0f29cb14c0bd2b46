/** The connection settings of a client, and what they mean for its steps. */
import type { NamedParts } from '../scenario/parts';
import { clientIds, type ProcessId } from '../scenario/processId';
import type { ConnectionSettings, Scenario, Settings } from '../scenario/scenario';

/** The step at which a client learns that the deadline of its acquire has passed. */
export const deadlineStep = 'deadline';

export type Connection = Required<ConnectionSettings>;

const usual: Connection = {
  resends: 0,
  readTimeout: 'kept',
  deadline: 0,
  releaseUnderDeadline: false,
  ifUnreachable: 'asks-again',
};

/** The connection settings of a client: its own, then those of all clients. */
export const connectionOf = ({ connection, own }: Settings, me: ProcessId): Connection => ({
  ...usual,
  ...connection,
  ...own?.[me]?.connection,
});

/** The labels that clients of a scenario may yield with `step`: the client's own, then those of the lock. */
export function stepsOf({ lock, settings }: Scenario, parts: Pick<NamedParts, 'client' | 'locks'>): readonly string[] {
  const clients = clientIds(settings.clients);
  const mayPass = clients.some((id) => connectionOf(settings, id).deadline > 0);
  const steps = [...parts.client.steps, ...(parts.locks.get(lock.id)?.steps ?? [])];
  return [...new Set(mayPass ? [...steps, deadlineStep] : steps)];
}

/** Whether a client has connection settings that may end a call before the lock’s own time limits do. */
export const mayCutShort = ({ connection, own = {} }: Pick<Settings, 'connection' | 'own'>): boolean =>
  [{ connection }, ...Object.values(own)].some((one) => {
    const { ifUnreachable: _, ...limits } = one?.connection ?? {};
    return Object.keys(limits).length > 0;
  });
