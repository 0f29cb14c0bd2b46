/**
 * Turns a scenario into the part of an address behind `#`, and back: `v1.` and what differs from a story, or from the
 * defaults. It never throws for bad input.
 */
import * as v from 'valibot';
import { faultProblem } from '../scenario/parse/faultProblem';
import { parseScenario } from '../scenario/parse/parseScenario';
import { anyObject, structureProblem } from '../scenario/parse/structureProblem';
import type { NamedParts } from '../scenario/parts';
import { applyPatch, patchBetween, sameJson } from '../scenario/patch';
import { defaultSettings, type Patch, type Scenario } from '../scenario/scenario';
import { seedField } from '../scenario/settingsFields';
import type { Text } from '../values/text';
import { isCodeLink } from './codeMark';
import * as problems from './linkProblems';
import { checksum, pack, unpack, verified } from './pack';
import { readOutcome, type SharedOutcome, writeOutcome } from './sharedOutcome';

/** The story that a scenario was made from. */
export interface LinkBase {
  readonly id: string;
  /** Absent: the story's own scenario. */
  readonly variant?: string | undefined;
  /** The unchanged scenario of that story and variant. */
  readonly scenario: Scenario;
}

export interface LinkOptions {
  readonly parts: NamedParts;
  readonly base?: LinkBase | undefined;
  /** The number of an event in the trace, for a link to one event. */
  readonly event?: number | undefined;
  /** How the run ended for the maker of the link. */
  readonly outcome?: SharedOutcome | undefined;
  /** The digest of the run that the link was made from: eight hexadecimal characters. */
  readonly digest?: string | undefined;
}

export type Decoded =
  | {
      readonly ok: true;
      readonly scenario: Scenario;
      readonly storyId?: string;
      readonly variantId?: string;
      readonly event?: number;
      /** How the run ended for the maker of the link. A link from a run on real Redis has none. */
      readonly outcome?: SharedOutcome;
      /** The digest of that run. A link that no page made has none. */
      readonly digest?: string;
    }
  | { readonly ok: false; readonly problem: Text };

/**
 * Finds the scenario of a story's variant, or without a variant the story's own. Undefined when there is no such
 * story or variant.
 */
export type ResolveStory = (storyId: string, variantId: string | undefined) => Promise<Scenario | undefined>;

export interface DecodeOptions {
  readonly parts: NamedParts;
  readonly resolveStory: ResolveStory;
}

/** Longer texts are refused without being read. */
const linkLengthMax = 100_000;
const namesMax = 100;

const prefix = 'v1.';
const eventMark = '&e=';
const outcomeMark = '&o=';
const digestMark = '&d=';

/**
 * Story, variant and patch. `w`: the patch is against the defaults and not against the story. The last part names
 * faults that were kept without a target.
 */
const payloadSchema = v.strictObject({
  s: v.optional(v.string()),
  v: v.optional(v.string()),
  p: v.optional(anyObject, {}),
  w: v.optional(v.literal(1)),
  k: v.optional(v.pipe(v.array(v.string()), v.maxLength(namesMax)), []),
});
type Payload = v.InferOutput<typeof payloadSchema>;

/** The text behind `#`. A changed story is written as its changes, unless the whole scenario is shorter. */
export function encodeLink(scenario: Scenario, { parts, base, event, outcome, digest }: LinkOptions): string {
  const faultNames = Object.entries(scenario.faults).flatMap(([name, fault]) =>
    faultProblem(fault, scenario, parts) === null ? [] : [name],
  );
  const named = {
    ...(base === undefined ? {} : { s: base.id }),
    ...(base?.variant === undefined ? {} : { v: base.variant }),
  };
  const rest = faultNames.length === 0 ? {} : { k: faultNames };
  const whole = pack({ ...named, ...(base === undefined ? {} : { w: 1 }), p: patchOver(bare, scenario), ...rest });
  const changes = base === undefined ? null : patchOver(base.scenario, scenario);
  const byChanges =
    changes === null ? null : pack({ ...named, ...(Object.keys(changes).length === 0 ? {} : { p: changes }), ...rest });
  const shorter = byChanges !== null && byChanges.length <= whole.length ? byChanges : whole;
  const events = event === undefined ? '' : `${eventMark}${event}`;
  const outcomes = outcome === undefined ? '' : `${outcomeMark}${writeOutcome(outcome)}`;
  const digests = digest === undefined ? '' : `${digestMark}${digest}`;
  const signed = `${shorter}${events}${outcomes}${digests}`;
  return `${prefix}${checksum(signed)}${signed}`;
}

/** Reads what `encodeLink` made, from a whole address or from the part behind its `#`. */
export async function decodeLink(text: string, { parts, resolveStory }: DecodeOptions): Promise<Decoded> {
  const linkContent = readLink(text);
  if ('problem' in linkContent) return { ok: false, problem: linkContent.problem };
  const { payload, event, outcome, digest } = linkContent;
  const base = payload.s === undefined ? undefined : await resolveStory(payload.s, payload.v);
  const isByChanges = payload.s !== undefined && payload.w === undefined;
  if (isByChanges && base === undefined) return { ok: false, problem: problems.noStory(payload.s ?? '', payload.v) };
  const start = isByChanges && base !== undefined ? base : (bare as unknown as Scenario);
  const parsed = parseScenario(applyPatch(start, payload.p as Patch), parts, { keptFaults: payload.k });
  if (!parsed.ok) return { ok: false, problem: problems.badScenario(parsed.problems) };
  return {
    ok: true,
    scenario: parsed.scenario,
    ...(base === undefined || payload.s === undefined ? {} : { storyId: payload.s }),
    ...(base === undefined || payload.v === undefined ? {} : { variantId: payload.v }),
    ...(event === undefined ? {} : { event }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(digest === undefined ? {} : { digest }),
  };
}

/**
 * The scenario that every link without a story starts from. Lock and storage are missing, because they are always in
 * the patch.
 */
const bare = { version: 2, seed: seedField.default, settings: defaultSettings, faults: {} } as const;

/**
 * The patch from one scenario to the other. Null if no patch makes exactly this scenario: a patch cannot move a fault
 * before another.
 */
function patchOver(from: object, scenario: Scenario): Patch | null {
  const patch = patchBetween(from as Scenario, scenario);
  const patchedScenario = applyPatch(from as Scenario, patch);
  return sameJson(Object.keys(patchedScenario.faults), Object.keys(scenario.faults)) ? patch : null;
}

interface Payloaded {
  readonly payload: Payload;
  readonly event: number | undefined;
  readonly outcome: SharedOutcome | undefined;
  readonly digest: string | undefined;
}

type Read = Payloaded | { readonly problem: Text };

function readLink(text: string): Read {
  if (text.length > linkLengthMax) return { problem: problems.tooLong };
  const hash = text.slice(text.indexOf('#') + 1).trim();
  if (isCodeLink(hash)) return { problem: problems.isCode };
  const version = /^v(\d+)\./.exec(hash)?.[1];
  if (version === undefined) return { problem: problems.noLink };
  if (version !== '1') return { problem: problems.otherVersion(version) };
  const signed = verified(hash.slice(prefix.length));
  if (signed === null) return { problem: problems.damaged };
  const marks = /^([^&]*)(?:&e=(\d{1,9}))?(?:&o=([^&]*))?(?:&d=([0-9a-f]{8}))?$/.exec(signed);
  if (marks === null) return { problem: problems.damaged };
  const [, body = '', event, outcome = '', digest] = marks;
  const unpacked = unpack(body);
  if (!unpacked.ok) return { problem: unpacked.reason === 'too-long' ? problems.tooLong : problems.damaged };
  const payload = v.safeParse(payloadSchema, unpacked.value);
  if (!payload.success) return { problem: problems.damaged };
  const structure = structureProblem(payload.output.p);
  if (structure !== null) return { problem: problems.badScenario([structure]) };
  return {
    payload: payload.output,
    event: event === undefined ? undefined : Number(event),
    outcome: readOutcome(outcome),
    digest,
  };
}
