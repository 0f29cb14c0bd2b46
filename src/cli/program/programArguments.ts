/** Turns the arguments of `attack … -- <command>` into data, or reports what is wrong with them. Starts nothing. */
import { basename } from 'node:path';
import type { Language } from '../../core/model/values/text';
import type { Ms } from '../../core/model/values/time';
import { type Help, needed, type Options, type ParsedCommand, parseCommandLine, refuse, whole } from '../commandLine';
import { badNumber } from '../exploreWords';
import { type FaultName, faultNames } from './places';
import * as words from './programWords';

export interface ProgramAttack {
  readonly kind: 'program';
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly clients: number;
  readonly nodes: number;
  /** The key that the lock protects. Null: the one that clients read and write. */
  readonly key: string | null;
  /** The key of the lock. Null: it is found out. */
  readonly lock: string | null;
  readonly setup: string | null;
  /** How long a client may run without a fault. */
  readonly limit: Ms;
  readonly faults: readonly FaultName[];
  /** How often each place is tried. */
  readonly runs: number;
  /** How many worlds at once. Undefined: as many as the machine allows. */
  readonly worlds: number | undefined;
  readonly isLive: boolean;
  readonly isJson: boolean;
  readonly folder: string;
  readonly language: Language;
}

const clientsMost = 4;
const nodesMost = 9;
const runsMost = 10;
const worldsMost = 64;
const limitMost = 600;

const options: Options = {
  clients: whole(clientsMost, badNumber, 2),
  nodes: whole(nodesMost, badNumber),
  key: needed(words.needsKey('--key')),
  lock: needed(words.needsKey('--lock')),
  setup: needed(words.needsSetup),
  limit: whole(limitMost, badNumber),
  faults: (text) => (faultsIn(text) === null ? words.badFaults(faultNames) : null),
  runs: whole(runsMost, badNumber),
  worlds: whole(worldsMost, badNumber),
  out: needed(words.needsFolder),
  live: 'flag',
  json: 'flag',
};

/** Null: one of them is no fault. */
function faultsIn(text: string | undefined): readonly FaultName[] | null {
  const names = (text ?? '').split(',');
  const faultKinds = names.flatMap((name) => faultNames.find((fault) => fault === name) ?? []);
  return faultKinds.length === names.length ? faultKinds : null;
}

/** Whether the command line names a program. A single file of JavaScript after `--` is a lock's file. */
export function isOfProgram(typed: readonly string[]): boolean {
  const at = typed.indexOf('--');
  const after = typed.slice(at + 1);
  return at >= 0 && !(after.length === 1 && /\.[cm]?[jt]sx?$/.test(after[0] ?? ''));
}

/** @param typed the words after `attack` */
export function parseProgram(typed: readonly string[]): ParsedCommand<ProgramAttack | Help> {
  const at = typed.indexOf('--');
  const command = typed.slice(at + 1);
  return parseCommandLine<ProgramAttack>(
    typed.slice(0, at),
    options,
    ({ words: named, optionValue, number, has, language }) => {
      const [extra] = named;
      if (extra !== undefined) return refuse(words.beforeDashes(extra));
      const [program] = command;
      if (program === undefined) return refuse(words.noCommand);
      const runner = containerIn(command);
      if (runner !== null) return refuse(words.inContainer(runner));
      if (process.platform === 'win32') return refuse(words.onWindows);
      return {
        kind: 'program',
        command,
        clients: number('clients') ?? 2,
        nodes: number('nodes') ?? 1,
        key: optionValue('key') ?? null,
        lock: optionValue('lock') ?? null,
        setup: optionValue('setup') ?? null,
        limit: (number('limit') ?? 30) * 1000,
        faults: faultsIn(optionValue('faults')) ?? faultNames,
        runs: number('runs') ?? 3,
        worlds: number('worlds'),
        isLive: has('live'),
        isJson: has('json'),
        folder: optionValue('out') ?? 'attack-runs',
        language,
      };
    },
  );
}

/** A process in a container is a child of another program, so a signal stops only the one that waits for it. */
function containerIn(command: readonly string[]): string | null {
  const name = basename(command[0] ?? '');
  return /^(docker|podman|nerdctl|kubectl|docker-compose|ssh)$/.test(name) ? name : null;
}
