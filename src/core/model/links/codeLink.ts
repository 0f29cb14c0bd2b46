/**
 * Encodes a reader's own code, and the run that it was sent for, as the part of an address behind `#`, and decodes it.
 * The code is only text here: only the page `own/` runs it, when a button is pressed.
 */
import { strToU8 } from 'fflate';
import * as v from 'valibot';
import { parseScenario } from '../scenario/parse/parseScenario';
import { anyObject, nestingProblem } from '../scenario/parse/structureProblem';
import type { NamedParts } from '../scenario/parts';
import type { Scenario } from '../scenario/scenario';
import type { Text } from '../values/text';
import { codeMark } from './codeMark';
import * as problems from './linkProblems';
import { sealed, unsealed } from './sealed';

/** The most bytes of both files together, in UTF-8. */
export const codeBytesMax = 20_000;

/** A reader's own code, and the faults of its run. */
export interface SharedCode {
  readonly lock: string;
  /** The check at the resource. Null: the sender had not changed it. */
  readonly check: string | null;
  readonly guard: 'none' | 'version' | 'own';
  /** `calm`: without a fault. `pause`: with one pause. A scenario: with its faults. */
  readonly faults: 'calm' | 'pause' | Scenario;
}

export type DecodedCode =
  | { readonly ok: true; readonly shared: SharedCode }
  | { readonly ok: false; readonly problem: Text };

/** The shape alone. Names and faults of the scenario are checked later. */
const payloadSchema = v.strictObject({
  l: v.string(),
  c: v.optional(v.string()),
  g: v.optional(v.picklist(['none', 'version', 'own']), 'none'),
  f: v.optional(v.union([v.literal('calm'), anyObject])),
});

export const bytesOf = ({ lock, check }: Pick<SharedCode, 'lock' | 'check'>): number =>
  strToU8(lock + (check ?? '')).length;

/** The text behind `#`. Null: the code is longer than a link may be. */
export function encodeCode(shared: SharedCode): string | null {
  if (bytesOf(shared) > codeBytesMax) return null;
  const { lock, check, guard, faults } = shared;
  return (
    codeMark +
    sealed({
      l: lock,
      ...(check === null ? {} : { c: check }),
      ...(guard === 'none' ? {} : { g: guard }),
      ...(faults === 'pause' ? {} : { f: faults }),
    })
  );
}

/** Reads what `encodeCode` made. @param parts with the lock and the check of a reader's own */
export function decodeCode(hash: string, parts: NamedParts): DecodedCode {
  const linkContent = unsealed(hash.replace(/^#/, '').slice(codeMark.length));
  if (!linkContent.ok)
    return linkContent.problem === problems.tooLong ? refused(problems.codeTooLong(codeBytesMax)) : linkContent;
  const payload = v.safeParse(payloadSchema, linkContent.value);
  if (!payload.success || nestingProblem(payload.output) !== null) return refused(problems.damaged);
  const { l: lock, c: check = null, g: guard, f: faults = 'pause' } = payload.output;
  if (bytesOf({ lock, check }) > codeBytesMax) return refused(problems.codeTooLong(codeBytesMax));
  if (faults === 'calm' || faults === 'pause') return { ok: true, shared: { lock, check, guard, faults } };
  const scenario = parseScenario(faults, parts, { keptFaults: keptIn(faults) });
  if (!scenario.ok) return refused(problems.badScenario(scenario.problems));
  return { ok: true, shared: { lock, check, guard, faults: scenario.scenario } };
}

/** Keeps faults without a target, as other links do. */
function keptIn(scenario: Record<string, unknown>): readonly string[] {
  const faults = scenario['faults'];
  return typeof faults === 'object' && faults !== null ? Object.keys(faults) : [];
}

const refused = (problem: Text): DecodedCode => ({ ok: false, problem });
