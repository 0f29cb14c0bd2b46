/**
 * Makes a scenario from a value or text from outside, or reports what is wrong with it. It never throws for bad input.
 */
import * as v from 'valibot';
import type { Text } from '../../values/text';
import { chosenParts, lockSettingsFor, lockSettingsOfAll } from '../chosenParts';
import type { NamedParts } from '../parts';
import { processesOfScenario } from '../processes';
import { isClient, type ProcessId, roleOf } from '../processId';
import { needsToken } from '../resource';
import type { Scenario } from '../scenario';
import { faultProblem } from './faultProblem';
import { parseJson } from './parseJson';
import { type Problem, problemsOf } from './problem';
import * as texts from './problems';
import { scenarioSchema } from './scenarioSchema';
import { structureProblem } from './structureProblem';

export type Parsed =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The longest text that is read, in characters. */
export const textLengthMax = 262_144;

export interface ParseOptions {
  /** The names of faults that may lack their target, because the page has kept them, greyed. */
  readonly keptFaults?: readonly string[];
}

/** Checks shape, ranges and targets, and fills in the defaults of missing settings. */
export function parseScenario(value: unknown, parts: NamedParts, { keptFaults = [] }: ParseOptions = {}): Parsed {
  const structure = structureProblem(value);
  if (structure !== null) return { ok: false, problems: [structure] };
  const checked = v.safeParse(scenarioSchema(parts), value);
  if (!checked.success) return { ok: false, problems: problemsOf(checked.issues) };
  const { $schema: _, ...rest } = checked.output;
  const scenario = rest as unknown as Scenario;
  const problems = [
    ...tokenProblems(scenario, parts),
    ...serviceProblems(scenario, parts),
    ...ownProblems(scenario, parts),
    ...faultProblems(scenario, parts, keptFaults),
  ];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, scenario };
}

/** The same from the text of a file. */
export function parseScenarioText(text: string, parts: NamedParts): Parsed {
  if (text.length > textLengthMax) return { ok: false, problems: [tooLong(text.length)] };
  const json = parseJson(text);
  return json.ok ? parseScenario(json.value, parts) : { ok: false, problems: [{ path: '', message: json.problem }] };
}

/** @param isLeast the text goes on for an unknown length */
export const tooLong = (length: number, { isLeast = false } = {}): Problem => {
  const most = `${Math.floor(textLengthMax / 1024)} kB`;
  const size = `${isLeast ? '> ' : ''}${Math.ceil(length / 1024)} kB`;
  return { path: '', message: texts.tooLong(texts.theScenario, { size, most }) };
};

function tokenProblems(scenario: Scenario, parts: NamedParts): readonly Problem[] {
  const { lock, storage } = scenario;
  const lockPart = parts.locks.get(lock.id);
  const resource = parts.resources.get(storage.id);
  if (lockPart === undefined || resource === undefined || !needsToken(resource, storage.settings)) return [];
  if (lockSettingsOfAll(scenario, lockPart).every((own) => lockPart.hasToken(own))) return [];
  const message = texts.needsToken({ storage: storage.id, lock: lock.id });
  return [{ path: 'storage.id', code: 'needs-token', message }];
}

/** Finds a resource that asks a lock service which the lock does not have. */
function serviceProblems({ lock, storage }: Scenario, parts: NamedParts): readonly Problem[] {
  const needs = parts.resources.get(storage.id)?.needs;
  if (needs === undefined || parts.locks.get(lock.id)?.service === needs) return [];
  const able = [...parts.locks.values()].filter(({ service }) => service === needs).map(({ id }) => id);
  const message = texts.needsService({ storage: storage.id, lock: lock.id, needs, able });
  return [{ path: 'storage.id', code: 'needs-service', message }];
}

/**
 * Checks the settings of single processes. Only clients have a start time, a list of nodes and connection settings,
 * and the list may only name nodes that run.
 */
function ownProblems(scenario: Scenario, parts: NamedParts): readonly Problem[] {
  const nodes = processesOfScenario(scenario, parts).filter((id) => roleOf(id) === 'node');
  return Object.entries(scenario.settings.own ?? {}).flatMap(([id, own]) => {
    const path = `settings.own.${id}`;
    const me = id as ProcessId;
    const problems: Problem[] = [];
    if (!isClient(me)) {
      for (const field of ['start', 'nodes', 'connection', 'lock', 'key'] as const)
        if (own?.[field] !== undefined) problems.push(problemAt(`${path}.${field}`, texts.clientsOnly));
    }
    if (own?.lock !== undefined && !isAlike(scenario, parts, me))
      problems.push(problemAt(`${path}.lock`, texts.alikeForAll));
    for (const node of own?.nodes ?? [])
      if (!nodes.includes(node)) problems.push(problemAt(`${path}.nodes`, (at) => texts.noNode(at, node, nodes)));
    return problems;
  });
}

/**
 * Whether a client's own settings leave the servers, their settings and the quorum unchanged: these belong to the whole
 * run.
 */
function isAlike(scenario: Scenario, parts: NamedParts, me: ProcessId): boolean {
  const { lock, lockSettings } = chosenParts(scenario, parts);
  const ofService = Object.keys(lock.fields).filter((name) => lock.fields[name]?.isOfService);
  const needs = (own: typeof lockSettings) => {
    const services = lock.services(scenario.settings, own);
    return JSON.stringify([services, lock.quorum?.(own, services), ofService.map((name) => own[name])]);
  };
  return needs(lockSettingsFor(scenario, lock, me)) === needs(lockSettings);
}

const problemAt = (path: string, message: (path: string) => Text): Problem => ({ path, message: message(path) });

function faultProblems(scenario: Scenario, parts: NamedParts, keptNames: readonly string[]): readonly Problem[] {
  return Object.entries(scenario.faults).flatMap(([name, fault]) => {
    const reason = keptNames.includes(name) ? null : faultProblem(fault, scenario, parts);
    if (reason === null) return [];
    const path = `faults.${name}`;
    return [{ path, message: texts.at(path, reason) }];
  });
}
