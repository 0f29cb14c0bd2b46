/**
 * `attack … -- <command>`: runs a program in worlds of its own, without faults first, then with one fault at each place,
 * and reports what breaks. The judge, the account and the files are those of any run.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { judge } from '../../core/judge/judge';
import { harmsData, isWorse, type Severity } from '../../core/model/trace/severity';
import type { Trace } from '../../core/model/trace/trace';
import type { Verdict } from '../../core/model/trace/verdict';
import type { Language, Text } from '../../core/model/values/text';
import { parts } from '../../core/run/parts';
import { findProgram } from '../../live/server/redis/binary';
import type { Guard } from '../../live/server/redis/contract';
import { startGuard } from '../../live/server/redis/guard';
import { encodeTrace } from '../../live/wire/traceJson';
import { exitBadInput, exitBreak, exitStopped, exitUnsettled } from '../attack/attackMessages';
import { accountAsText } from '../report';
import { say } from '../say';
import { eventsOf, isWritten, sequenceOf, shortText } from './calmRuns';
import { type Limiter, limiter, worldsAtOnce } from './limiter';
import { type FaultName, faultLength, leftOut, type Plan, plansFor } from './places';
import { type ProgramAttack, parseProgram } from './programArguments';
import * as words from './programWords';
import { type Roles, rolesOf } from './roles';
import { usualBreaks } from './usualLock';
import { playWorld, type WorldRun } from './world';
import type { Role } from './worldEvents';
import { traceOf } from './worldTrace';

export interface ProgramContext {
  readonly out: (text: string) => void;
  readonly errors: (text: string) => void;
  readonly signal: AbortSignal;
  /** The words that call this command. */
  readonly called: string;
}

/** @returns the exit code */
export async function attackProgram(typed: readonly string[], context: ProgramContext): Promise<number> {
  const parsed = parseProgram(typed);
  if (!parsed.ok) return refuse(context, parsed.problem, parsed.language);
  const { command } = parsed;
  if (command.kind === 'help') {
    say(context.out, words.usage(context.called)[command.language]);
    return 0;
  }
  const redisServer = command.isLive ? ((await findProgram()).program?.path ?? null) : null;
  if (command.isLive && redisServer === null) return refuse(context, words.noLive, command.language);
  const guard = startGuard();
  try {
    return await new Attack(command, context, { guard, redisServer }).run();
  } finally {
    await guard.close();
  }
}

function refuse({ errors }: ProgramContext, problem: Text, language: Language): number {
  say(errors, problem[language]);
  return exitBadInput;
}

/** What one place came to. */
interface Tried {
  readonly plan: Plan | null;
  readonly runs: readonly JudgedRun[];
}

interface JudgedRun {
  readonly world: WorldRun;
  readonly trace: Trace;
  readonly verdict: Verdict;
}

/** What counts as a break. A wait that a fault explains does not, nor does luck. */
const isBreak = ({ verdict: { outcome }, trace }: JudgedRun): boolean =>
  trace.header.guard === undefined ? isWorse(outcome, 'late-refused') : harmsData(outcome) || outcome === 'stuck';

/** A place at which some runs break and others do not is tried this often. */
const triesMost = 10;
const dear = 60_000;

class Attack {
  private readonly say: (text: Text) => void;
  private runsDone = 0;
  private runsPlanned = 0;

  constructor(
    private readonly command: ProgramAttack,
    private readonly context: ProgramContext,
    private readonly means: { readonly guard: Guard; readonly redisServer: string | null },
  ) {
    this.say = (text) => say(context.errors, text[command.language]);
  }

  async run(): Promise<number> {
    const { command, context } = this;
    const begunAt = performance.now();
    const calm = await this.calm();
    if (calm === null) return context.signal.aborted ? exitStopped : exitBadInput;
    const { roles, together, sequence, sequences, lasts } = calm;
    const faults = this.faults();
    const plans = [...sequences].flatMap(([first, its]) => plansFor(first, its, faults));
    const runsAtOnce = command.worlds ?? worldsAtOnce(calm.memory * command.clients);
    const each = faultLength(roles.lease) + 2 * lasts + 1000;
    const estimate = (Math.ceil((plans.length * command.runs) / runsAtOnce) * each) | 0;
    this.runsPlanned = plans.length * command.runs;
    if (roles.lease !== null && estimate > dear)
      this.say(words.longLease(roles.lease, estimate, context.called, command.command));
    else this.say(words.begins(plans.length, command.runs, estimate));
    const tried = await this.tryAll(plans, roles, { runsAtOnce, lasts });
    const all: readonly Tried[] = [{ plan: null, runs: [together] }, ...tried];
    return this.report(all, { roles, sequence, seconds: performance.now() - begunAt });
  }

  private faults(): readonly FaultName[] {
    const { faults, isLive } = this.command;
    if (isLive && faults.includes('clock-jump')) this.say(words.noClockLive);
    return faults.filter((fault) => !isLive || fault !== 'clock-jump');
  }

  /** Runs without a fault: alone, and all at once. Null: nothing can be attacked, and it has been said why. */
  private async calm() {
    const { command } = this;
    const aloneAt = performance.now();
    const alone = await this.world({ clients: [1], plan: null, roles: null });
    const lasts = performance.now() - aloneAt;
    if (!this.isCalm(alone, null)) return null;
    const others = await this.othersAlone(alone, lasts);
    const roles = rolesOf(eventsOf([alone, ...others.values()]), { lock: command.lock, data: command.key });
    const { lock, isHttp } = roles;
    if (lock === null) return this.cannot(words.noLock);
    if (!isHttp && !isWritten(alone, roles)) return this.cannot(words.noData(command.key));
    this.describe(alone, roles);
    const clients = Array.from({ length: command.clients }, (_, i) => i + 1);
    const both = await this.world({ clients, plan: null, roles });
    if (!this.isCalm(both, 1)) return null;
    const sequence = sequenceOf(alone, roles, { client: 1, nodes: command.nodes });
    const sequences = new Map([[1, sequence]]);
    for (const [client, world] of others) {
      const its = sequenceOf(world, roles, { client, nodes: command.nodes });
      const isNew = [...sequences.values()].every((other) => JSON.stringify(other) !== JSON.stringify(its));
      if (isNew) sequences.set(client, its);
    }
    const together = this.judged(both, roles, null);
    return { roles, together, sequence, sequences, lasts, memory: alone.memory };
  }

  /** What each other client does alone. Those that cannot do it alone are left out: they may wait for another. */
  private async othersAlone(first: WorldRun, lasts: number): Promise<ReadonlyMap<number, WorldRun>> {
    const { clients } = this.command;
    const limit = Math.min(this.command.limit, 3 * lasts + 2000);
    const numbers = Array.from({ length: clients - 1 }, (_, i) => i + 2);
    const runs =
      first.refused.length > 0
        ? []
        : await Promise.all(
            numbers.map(
              async (client) =>
                [client, await this.world({ clients: [client], plan: null, roles: null, limit })] as const,
            ),
          );
    return new Map(
      runs.filter(([, { isCut, exits }]) => !isCut && [...exits.values()].every(({ code }) => code === 0)),
    );
  }

  private isCalm(world: WorldRun, who: number | null): boolean {
    const { command, context } = this;
    if (context.signal.aborted) return false;
    if (world.setupFailed !== null) return this.cannot(words.setupFailed(world.setupFailed)) !== null;
    const [program = ''] = command.command;
    for (const [client, exit] of world.exits) {
      if (exit.code === 127 && world.startTime === null) return this.cannot(words.notStarted(program, exit)) !== null;
      if (exit.code !== 0)
        return this.cannot(words.failsCalm(who === null ? null : client, exit, world.refused)) !== null;
    }
    if (world.startTime === null && !world.events.some(({ kind }) => kind === 'storage')) {
      const isTls = world.refused.some((problem) => problem.includes('TLS'));
      return this.cannot(isTls ? words.tls : words.noCommands) !== null;
    }
    if (world.isCut) return this.cannot(words.tooLong(command.limit, world.isOverrun)) !== null;
    return true;
  }

  private cannot(problem: Text): null {
    this.say(problem);
    return null;
  }

  /** Says how the commands were understood. */
  private describe(alone: WorldRun, roles: Roles): void {
    const texts = new Map<Role, Set<string>>();
    for (const event of alone.events) {
      if (event.kind === 'storage') {
        const role = event.event.kind === 'read' ? 'read' : 'write';
        texts.set(role, (texts.get(role) ?? new Set()).add(role === 'read' ? 'GET' : 'PUT'));
      }
      if (event.kind !== 'command') continue;
      for (const role of roles.of(event.words)) texts.set(role, (texts.get(role) ?? new Set()).add(shortText(event)));
    }
    const all = [...texts].map(([role, set]) => ({ role, texts: [...set].slice(0, 3) }));
    this.say(words.understood(roles.lock ?? '', roles.isHttp ? null : roles.data.join(', '), roles.lease, all));
    if (roles.otherLocks.length > 0) this.say(words.alsoLocks(roles.otherLocks));
    if (alone.refused.length > 0) this.say(words.refusedAlso(alone.refused));
  }

  private async tryAll(
    plans: readonly Plan[],
    roles: Roles,
    { runsAtOnce, lasts }: { readonly runsAtOnce: number; readonly lasts: number },
  ): Promise<readonly Tried[]> {
    const { command, context } = this;
    const slots = limiter(runsAtOnce);
    const starts = limiter(availableParallelism());
    const clients = Array.from({ length: command.clients }, (_, i) => i + 1);
    const limit = Math.max(5000, 3 * lasts) + 3 * (roles.lease ?? 1000) + 5000;
    const once = (plan: Plan): Promise<JudgedRun | null> =>
      slots(async () => {
        if (context.signal.aborted) return null;
        const world = await this.world({ clients, plan, roles, limit, starts });
        this.runsDone++;
        this.progress();
        return context.signal.aborted ? null : this.judged(world, roles, plan);
      });
    return Promise.all(
      plans.map(async (plan): Promise<Tried> => {
        const runs = (await Promise.all(Array.from({ length: command.runs }, () => once(plan)))).flatMap(
          (run) => run ?? [],
        );
        const count = brokenIn(runs);
        if (count > 0 && count < runs.length && runs.length > 1) {
          const more = await Promise.all(
            Array.from({ length: Math.max(0, triesMost - runs.length) }, () => once(plan)),
          );
          runs.push(...more.flatMap((run) => run ?? []));
        }
        return { plan, runs };
      }),
    );
  }

  private progress(): void {
    const { runsDone, runsPlanned } = this;
    if (process.stderr.isTTY)
      this.context.errors(
        `\r${Math.min(runsDone, runsPlanned)} / ${runsPlanned}\u001b[K${runsDone >= runsPlanned ? '\r\u001b[K' : ''}`,
      );
  }

  private async world(
    options: Pick<Parameters<typeof playWorld>[0], 'clients' | 'plan' | 'roles'> & {
      readonly limit?: number;
      readonly starts?: Limiter;
    },
  ): Promise<WorldRun> {
    const { command, context, means } = this;
    const { nodes, setup, limit } = command;
    const folder = process.env['INIT_CWD'] ?? process.cwd();
    return playWorld({
      ...means,
      command: command.command,
      folder,
      nodes,
      setup,
      limit,
      signal: context.signal,
      ...options,
    });
  }

  /** The worst of its data: several keys are judged one by one. */
  private judged(world: WorldRun, roles: Roles, plan: Plan | null): JudgedRun {
    const { clients, nodes } = this.command;
    const all = (roles.isHttp ? [null] : roles.data).map((data): JudgedRun => {
      const trace = traceOf({ run: world, clients, nodes, roles, data, plan });
      return { world, trace, verdict: judge(trace, parts) };
    });
    return all.reduce((worst, one) => (isWorse(one.verdict.outcome, worst.verdict.outcome) ? one : worst));
  }

  private async report(
    tried: readonly Tried[],
    {
      roles,
      sequence,
      seconds,
    }: { readonly roles: Roles; readonly sequence: readonly (readonly Role[])[]; readonly seconds: number },
  ): Promise<number> {
    const { command, context } = this;
    const { language } = command;
    const places = tried.filter(({ plan }) => plan !== null);
    const broken = tried.filter(({ runs }) => brokenIn(runs) > 0);
    const missed = places.filter(
      ({ runs }) => runs.length > 0 && runs.every(({ world }) => !world.isReached || world.isUnstoppable),
    );
    const runs = tried.reduce((sum, each) => sum + each.runs.length, 0);
    const groups = grouped(broken);
    const files: string[] = [];
    const lines: string[] = [];
    for (const [i, [severity, group]] of groups.entries()) {
      const [worst] = group;
      const example = worst?.runs.find(({ verdict }) => verdict.outcome === severity);
      if (worst === undefined || example === undefined) continue;
      const file = join(command.folder, `program-${i + 1}-${severity}.json`);
      await this.written(file, encodeTrace(example.trace));
      files.push(file);
      const { scenario } = example.trace.header;
      const { trace, verdict } = example;
      lines.push('', `${i + 1}. ${placeLine(worst, severity, language)}`);
      lines.push(...accountAsText({ scenario, trace, verdict }, { language, story: null }));
      if (worst.plan !== null)
        lines.push(
          (usualBreaks(worst.plan, roles, command.nodes, severity) ? words.alsoUsual : words.onlyThis)[language],
        );
      for (const other of group.slice(1))
        lines.push(`${words.alsoAt[language]} ${placeLine(other, severity, language)}`);
      lines.push(file);
    }
    if (command.isJson) context.out(`${JSON.stringify(inJson(tried, files), null, 2)}\n`);
    else for (const line of lines) say(context.out, line);
    this.say({ en: '', zh: '' });
    if (missed.length > 0) {
      this.say(words.notReached(missed.length));
      for (const { plan } of missed) if (plan !== null) this.say(words.planText(plan));
    }
    this.noteErrors(places);
    const leftOutCount = leftOut(sequence);
    if (leftOutCount > 0) this.say(words.leftOut(leftOutCount));
    const isStopped = context.signal.aborted;
    if (isStopped) this.say(words.stopped(this.runsDone, this.runsPlanned));
    if (broken.length > 0) {
      this.say(words.summary(broken.length, places.length, runs, seconds));
      return exitBreak;
    }
    if (isStopped) return exitStopped;
    this.say(words.notSeen(runs, places.length - missed.length));
    return missed.length > 0 || places.length === 0 ? exitUnsettled : 0;
  }

  /** A client that gives up when its connection is reset keeps no lock, and breaks none. */
  private noteErrors(places: readonly Tried[]): void {
    const held = places.flatMap(({ plan, runs }) =>
      runs.flatMap((run) => (plan && !isBreak(run) ? [{ plan, run }] : [])),
    );
    const exits = held.flatMap(({ plan, run }) => run.world.exits.get(plan.first) ?? []);
    const failed = exits.filter(({ code, signal }) => code !== 0 && signal === null);
    const [first] = failed;
    if (first !== undefined)
      this.say(words.endedByError(failed.length, held.length, first.lastLines.at(-1) ?? `exit code ${first.code}`));
  }

  /** npm runs scripts in the project's folder, but passes on where it was called. */
  private async written(name: string, text: string): Promise<void> {
    const path = resolve(process.env['INIT_CWD'] ?? '.', name);
    await mkdir(resolve(path, '..'), { recursive: true });
    await writeFile(path, text);
  }
}

const brokenIn = (runs: readonly JudgedRun[]): number => runs.filter(isBreak).length;

/** By harm, the worst first; of each, the place that breaks most surely first. */
function grouped(broken: readonly Tried[]): readonly (readonly [Severity, readonly Tried[]])[] {
  const groups = new Map<Severity, Tried[]>();
  for (const each of broken) {
    const worst = worstOf(each);
    groups.set(worst, [...(groups.get(worst) ?? []), each]);
  }
  const share = ({ runs }: Tried): number => brokenIn(runs) / runs.length;
  for (const group of groups.values()) group.sort((a, b) => share(b) - share(a));
  return [...groups].sort(([one], [other]) => (isWorse(one, other) ? -1 : 1));
}

const worstOf = ({ runs }: Tried): Severity =>
  runs.map(({ verdict }) => verdict.outcome).reduce((worst, one) => (isWorse(one, worst) ? one : worst));

function placeLine({ plan, runs }: Tried, severity: Severity, language: Language): string {
  const count = runs.filter(({ verdict }) => verdict.outcome === severity).length;
  const what = plan === null ? words.withoutFault : words.planText(plan);
  return words.placeInRuns(what, count, runs.length)[language];
}

const inJson = (tried: readonly Tried[], files: readonly string[]): object => ({
  places: tried.map(({ plan, runs }) => ({
    ...(plan ?? { fault: null }),
    runs: runs.map(({ verdict: { outcome, lock, data }, world: { isReached } }) => ({
      outcome,
      lock,
      data,
      isReached,
    })),
  })),
  files,
});
