// Random faults of every kind. Most of them find their target; a few name what is not there, as a fault does that a page has kept.
import fc from 'fast-check';
import { type FaultKind, faultKinds } from '../../src/model/fault';
import { faultFields } from '../../src/model/faultFields';
import { masterOf, type ProcessId } from '../../src/model/scenario';
import type { SettingField } from '../../src/model/settingsFields';
import { anyValue } from './anyWorld';

type Some = fc.Arbitrary<ProcessId>;

const nth = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) },
);
const anyTime = fc.oneof(
  { weight: 4, arbitrary: fc.nat(2500) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 310, 2500, 3999.5, 600_000) },
);

/** Processes by what they are, and any of them at all, with some that may not be there. */
interface Cast {
  readonly client: Some;
  readonly server: Some;
  readonly any: Some;
  readonly replicas: readonly ProcessId[];
}

function castOf(present: readonly ProcessId[]): Cast {
  const clients = present.filter((id) => id.startsWith('client'));
  const strangers = fc.constantFrom<ProcessId>('client9', 'nodeI', 'replicaB3', 'service', 'storageB');
  const mostly = (ids: readonly ProcessId[], others: Some): Some =>
    fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: others });
  return {
    client: mostly(clients, fc.oneof(fc.constantFrom(...present), strangers)),
    server: mostly(
      present.filter((id) => !id.startsWith('client')),
      fc.constantFrom(...present),
    ),
    any: mostly(present, strangers),
    replicas: present.filter((id) => id.startsWith('replica')),
  };
}

export function anyFault(present: readonly ProcessId[], steps: readonly string[]): fc.Arbitrary<unknown> {
  const cast = castOf(present);
  // What moves masters and ends connections has the most corners.
  const often: readonly FaultKind[] = [
    'crash',
    'pause',
    ...(cast.replicas.length > 0 ? (['failover', 'failover', 'failover'] as const) : []),
  ];
  const without = faultKinds.filter((kind) => kind !== 'failover');
  return fc.constantFrom(...without, ...often).chain((kind) => {
    const target = targetOf(kind, cast, anyWhen(cast, steps));
    const fields = Object.entries<SettingField>(faultFields[kind]).map(
      ([name, field]) => [name, anyValue(field)] as const,
    );
    const all = { kind: fc.constant(kind), ...target, ...Object.fromEntries(fields) };
    const optional = ['promote', 'cutOff', 'only'];
    return fc.record(all, { requiredKeys: Object.keys(all).filter((key) => !optional.includes(key)) as never });
  });
}

const anyWhen = ({ client, server }: Cast, steps: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.record({ kind: fc.constant('time'), at: anyTime }),
    fc.record(
      {
        kind: fc.constant('step'),
        process: client,
        step: fc.constantFrom(...steps),
        nth,
        plus: fc.constantFrom(0, 1, 60),
      },
      { requiredKeys: ['kind', 'process', 'step', 'nth'] },
    ),
    fc.record({ kind: fc.constant('effect'), process: client, nth }),
    fc.record(
      { kind: fc.constant('request'), to: server, from: client, side: fc.constantFrom('before', 'after'), nth },
      { requiredKeys: ['kind', 'to', 'side', 'nth'] },
    ),
  );

function targetOf(kind: FaultKind, cast: Cast, when: fc.Arbitrary<unknown>): Record<string, fc.Arbitrary<unknown>> {
  const { client, server, any, replicas } = cast;
  switch (kind) {
    case 'lose':
    case 'delay':
      return {
        message: fc.oneof(
          anyMessage(client, server, 'request'),
          anyMessage(server, client, 'reply'),
          anyMessage(any, any, 'push'),
        ),
      };
    case 'cut':
    case 'slow':
      return { when, from: anyEnds(fc.oneof(client, any)), to: anyEnds(fc.oneof(server, any)) };
    case 'failover':
      return {
        when,
        process: fc.constantFrom(...replicas.map(masterOf), 'storage' as ProcessId),
        promote: fc.constantFrom(...replicas),
        cutOff: fc.uniqueArray(client, { maxLength: 2 }),
      };
    case 'crash':
      return { when, process: any, only: fc.constant('thread') };
    default:
      return { when, process: any };
  }
}

const anyEnds = (process: Some): fc.Arbitrary<readonly ProcessId[]> =>
  fc.uniqueArray(process, { minLength: 1, maxLength: 3 });

const anyMessage = (from: Some, to: Some, leg: string): fc.Arbitrary<unknown> => {
  const ends = { from, to, leg: fc.constant(leg) };
  return fc.oneof(fc.record({ ...ends, nth }), fc.record({ ...ends, after: anyTime }));
};
