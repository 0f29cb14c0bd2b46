// Random faults of every kind. Most of them find their target; a few name a process that does not exist, like a fault
// that a page kept after its target was gone.
import fc from 'fast-check';
import { faultPrograms } from '../../src/core/faults';
import type { FaultProgram } from '../../src/core/faults/program';
import type { FaultChoice, FaultField } from '../../src/core/model/scenario/faultKind';
import { masterOf, type ProcessId } from '../../src/core/model/scenario/processId';
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

/** Processes by their role, and any process at all, including some that may not exist. */
interface Cast {
  readonly client: Some;
  readonly server: Some;
  readonly any: Some;
  readonly replicas: readonly ProcessId[];
}

function castOf(present: readonly ProcessId[]): Cast {
  const clients = present.filter((id) => id.startsWith('client'));
  const strangers = fc.constantFrom<ProcessId>('client9', 'nodeI', 'replicaB3', 'service', 'memberB', 'storageB');
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

const programs: readonly FaultProgram[] = [...faultPrograms.values()];

export function anyFault(present: readonly ProcessId[], steps: readonly string[]): fc.Arbitrary<unknown> {
  const cast = castOf(present);
  const ofMasters = programs.filter(({ appliesTo }) => appliesTo === 'replicated');
  // Faults that move masters and end connections have the most corner cases.
  const often = [
    ...programs.filter(({ kind }) => kind === 'crash' || kind === 'pause'),
    ...(cast.replicas.length > 0 ? [...ofMasters, ...ofMasters, ...ofMasters] : []),
    ...(present.includes('service') ? programs.filter(({ appliesTo }) => appliesTo === 'session') : []),
  ];
  const without = programs.filter((program) => !ofMasters.includes(program));
  return fc.constantFrom(...without, ...often).chain((program) => {
    const { kind, fields, choices = [] } = program;
    const required = {
      kind: fc.constant(kind),
      ...targetOf(program, cast, anyWhen(cast, steps)),
      ...valuesOf(Object.entries(fields).filter(([, { appliesTo }]) => appliesTo === undefined)),
    };
    const optional = {
      ...valuesOf(Object.entries(fields).filter(([, { appliesTo }]) => appliesTo !== undefined)),
      ...Object.fromEntries(choices.map((choice) => [choice.name, anyChoice(choice, cast)])),
    };
    return fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) as never });
  });
}

const valuesOf = (fields: readonly (readonly [string, FaultField])[]): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(fields.map(([name, field]) => [name, anyValue(field)]));

function anyChoice(choice: FaultChoice, { client, replicas }: Cast): fc.Arbitrary<unknown> {
  switch (choice.offers) {
    case 'words':
      return fc.constantFrom(...choice.words.map(({ id }) => id));
    case 'process':
      return fc.constantFrom(...replicas);
    case 'processes':
      return fc.uniqueArray(client, { maxLength: 2 });
  }
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

function targetOf(
  { target, appliesTo }: FaultProgram,
  { client, server, any, replicas }: Cast,
  when: fc.Arbitrary<unknown>,
): Record<string, fc.Arbitrary<unknown>> {
  switch (target) {
    case 'message':
      return {
        message: fc.oneof(
          anyMessage(client, server, 'request'),
          anyMessage(server, client, 'reply'),
          anyMessage(any, any, 'push'),
        ),
      };
    case 'link':
      return { when, from: anyEnds(fc.oneof(client, any)), to: anyEnds(fc.oneof(server, any)) };
    case 'process':
      if (appliesTo === 'replicated')
        return { when, process: fc.constantFrom(...replicas.map(masterOf), 'storage' as ProcessId) };
      if (appliesTo === 'session') return { when, process: fc.oneof({ weight: 20, arbitrary: client }, any) };
      if (appliesTo === 'service')
        return { when, process: fc.oneof({ weight: 20, arbitrary: fc.constant<ProcessId>('service') }, any) };
      return { when, process: appliesTo === 'lock-server' ? fc.oneof({ weight: 20, arbitrary: server }, any) : any };
  }
}

const anyEnds = (process: Some): fc.Arbitrary<readonly ProcessId[]> =>
  fc.uniqueArray(process, { minLength: 1, maxLength: 3 });

const anyMessage = (from: Some, to: Some, leg: string): fc.Arbitrary<unknown> => {
  const ends = { from, to, leg: fc.constant(leg) };
  return fc.oneof(fc.record({ ...ends, nth }), fc.record({ ...ends, after: anyTime }));
};
