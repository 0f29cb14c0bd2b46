/**
 * What the parser, the published schema and the page's fields must know about a kind of fault. Its effect is in its
 * program (`src/core/faults/program.ts`).
 */

import type { Text } from '../values/text';
import type { Ms } from '../values/time';
import type { AnyFault, When } from './fault';
import type { SettingField } from './fields';
import type { ProcessId } from './processId';
import type { Scenario } from './scenario';

/** The words around a field in the short text of a fault. */
export type FaultPhrase = 'lasts' | 'back-after' | 'clock-by' | 'over' | 'ppm' | 'longer';

export type FaultField = SettingField & {
  readonly phrase?: FaultPhrase;
  /**
   * Whether the field means anything for this fault. If not, it may be left out and no control is shown. Absent: every
   * fault of the kind has it.
   */
  appliesTo?(fault: AnyFault): boolean;
};

interface ChoiceOf<F> {
  /** The optional field that it fills. */
  readonly name: string;
  readonly label: Text;
  /** The choice when the field is left out. */
  readonly absent: Text;
  /**
   * Whether the choice means anything for this fault. If not, no control is shown. Absent: it always means something.
   */
  appliesTo?(fault: F): boolean;
}

export interface WordChoice<F = AnyFault> extends ChoiceOf<F> {
  readonly offers: 'words';
  readonly words: readonly { readonly id: string; readonly label: Text }[];
}

export interface ProcessChoice<F = AnyFault> extends ChoiceOf<F> {
  readonly offers: 'process';
  among(fault: F, present: readonly ProcessId[]): readonly ProcessId[];
}

export interface ProcessesChoice<F = AnyFault> extends ChoiceOf<F> {
  readonly offers: 'processes';
  /** The choice when the field is there. */
  readonly present: Text;
  readonly listLabel: Text;
  among(fault: F, present: readonly ProcessId[]): readonly ProcessId[];
}

/** An optional part of a fault that is not a number: a word, a process, or several processes. */
export type FaultChoice<F = AnyFault> = WordChoice<F> | ProcessChoice<F> | ProcessesChoice<F>;

/** The place for a new fault, and its longest duration. */
export interface InjectionPoint {
  readonly process: ProcessId;
  readonly when: When;
  /** The processes of the run, in the order of the lanes. */
  readonly processes: readonly ProcessId[];
  /** How long the lock lives without an extension, in ms. */
  readonly ttl: Ms;
  /** How long it may last, or how far it may move a clock, in ms. Absent: there is no limit. */
  readonly lengthMax?: Ms | undefined;
}

export interface KindOfFault<F extends AnyFault = AnyFault> {
  readonly kind: F['kind'];
  readonly target: 'process' | 'link' | 'message';
  /** Its numbers and words, for the parser, the schema, and the numeric field next to every drag. */
  readonly fields: Readonly<Record<string, FaultField>>;
  /** The field that is its length, which changes when its end is dragged. Null: it has none. */
  readonly length: string | null;
  /** The field that says how far it moves a clock, or how much later it makes messages. Absent: it does neither. */
  readonly shift?: string;
  readonly choices?: readonly FaultChoice<F>[];
  /**
   * What a fault of one process can hit: any process, a server of the lock (Redis or another service), a master that
   * has replicas, a lock service, or the session that a service keeps for a client. A kind that hits only servers is
   * greyed if a host's servers do not support it.
   */
  readonly appliesTo: 'anybody' | 'lock-server' | 'replicated' | 'service' | 'session';
  /** The process that it hits when none is chosen. */
  readonly usually: ProcessId;
  /** The key that adds it, as an `event.code`. */
  readonly key: string;
  /** A new fault of this kind, with a length that is likely to show something. */
  fresh(point: InjectionPoint): F;
  /** Why it can never take effect in a scenario that has all the processes it names. Null if it can. */
  problem?(fault: F, present: readonly ProcessId[]): Text | null;
  /** What a host must be able to do to its servers. Absent: the name of the kind. */
  needs?(fault: F, scenario: Scenario): readonly string[];
}

/** The length of a fault in milliseconds. Null when it has none, or lasts to the end. */
export const lengthOf = (fault: AnyFault, { length }: Pick<KindOfFault, 'length'>): Ms | null =>
  length === null ? null : numberIn(fault, length);

/** How far a fault moves a clock, or how much later it makes messages, in milliseconds. Null when it does neither. */
export const shiftOf = (fault: AnyFault, { shift }: Pick<KindOfFault, 'shift'>): Ms | null =>
  shift === undefined ? null : numberIn(fault, shift);

function numberIn(fault: AnyFault, name: string): number | null {
  const value = valueIn(fault, name);
  return typeof value === 'number' ? value : null;
}

/** The value of a field or choice of a fault. Undefined when it has none. */
export function valueIn(fault: AnyFault, name: string): unknown {
  const values: Readonly<Record<string, unknown>> = { ...fault };
  return values[name];
}

/** The same fault with another value in this field. */
export const withValue = <F extends AnyFault>(fault: F, name: string, value: unknown): F => ({
  ...fault,
  [name]: value,
});

/** The same fault without this field. */
export function withoutValue<F extends AnyFault>(fault: F, name: string): F {
  const values: Readonly<Record<string, unknown>> = { ...fault };
  const { [name]: _, ...rest } = values;
  return rest as unknown as F;
}

/** The processes that a fault names besides those that it hits or waits for. */
export function chosenProcesses(fault: AnyFault, { choices = [] }: Pick<KindOfFault, 'choices'>): readonly ProcessId[] {
  return choices.flatMap((choice) => {
    const value = choice.offers === 'words' ? undefined : valueIn(fault, choice.name);
    return value === undefined ? [] : ([value].flat() as ProcessId[]);
  });
}

export type KindsOfFaults = ReadonlyMap<string, KindOfFault>;

/** The kind of a fault, as the given kinds describe it. Throws for a kind that is not among them. */
export function kindOf<Kind extends KindOfFault>(
  { kind }: Pick<AnyFault, 'kind'>,
  kinds: ReadonlyMap<string, Kind>,
): Kind {
  const faultKind = kinds.get(kind);
  if (faultKind === undefined) throw new Error(`There is no kind of fault "${kind}".`);
  return faultKind;
}
