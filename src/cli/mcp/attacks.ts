/** Attacks that tools ask for: each in a thread of its own, which ends with its call or at the end of its budget. */
import type { Text } from '../../core/model/text';
import {
  type Attacking,
  type AttackJob,
  type AttackReport,
  exitBadInput,
  exitBreak,
  exitStopped,
} from '../attack/attackMessages';
import * as attackWords from '../attack/attackWords';
import { bundledFile } from '../attack/bundledFile';
import { neverRests, watchedThread } from '../attack/watchedThread';
import { hireApart, programOf, type Thread, type ThreadEvents } from '../threads';
import { type Sandbox, sandboxFiles } from './kept';
import * as words from './mcpWords';
import { CallTurns } from './turns';

export interface AskedAttack {
  readonly command: Attacking;
  /** Text of code, for the sandbox, or the path of a file. The command has its name in messages. */
  readonly from: { readonly code: string } | { readonly path: string };
  readonly settings: object;
  readonly budgetMs: number;
  readonly signal: AbortSignal;
  readonly progress: (text: string) => void;
}

export interface Attacked {
  readonly verdict: 'broken' | 'nothing found' | 'stopped' | 'refused';
  readonly lines: readonly string[];
  /** Runs that break, as files of this process's memory, by address. */
  readonly runs: readonly string[];
}

/** QuickJS has its own limits, which are lower. */
const limits = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 512 };

const programs = ['./mcp/codeThread.ts', './attack/attackThread.ts'] as const;

const runsKept = 50;

/** Of the budget. The rest is for the report of what was found. */
const searchShare = 0.5;
const stopShare = 0.75;

export class Attacks {
  private readonly turns: CallTurns;
  private count = 0;
  private prepared: Promise<void> | null = null;
  private sandbox: Promise<Sandbox> | null = null;
  private readonly kept = new Map<string, string>();

  constructor(threadsMost: number) {
    this.turns = new CallTurns(threadsMost);
  }

  /** A run that an attack found, by its address. Older ones are forgotten. */
  run(address: string): string | undefined {
    return this.kept.get(address);
  }

  get runs(): readonly string[] {
    return [...this.kept.keys()];
  }

  /** One after the other, because each stops the bundler. */
  prepare(): Promise<void> {
    this.prepared ??= (async () => {
      for (const program of programs) await programOf(program);
    })();
    return this.prepared;
  }

  attack = (asked: AskedAttack): Promise<Attacked> => this.turns.of(() => this.inThread(asked), asked.signal);

  private async inThread(asked: AskedAttack): Promise<Attacked> {
    // The program of a thread is bundled first, because that stops the bundler, whatever else it bundles.
    await this.prepare();
    const folder = `redlock://run/${++this.count}`;
    const command: Attacking = { ...asked.command, folder, workers: 1 };
    const lead = {
      command,
      scenario: null,
      workers: 1,
      settings: asked.settings,
      called,
      saysFirst: true,
      stopsAfter: asked.budgetMs * searchShare,
    } as const;
    const begin =
      'path' in asked.from ? await this.ofFile(lead, asked.from.path) : await this.ofCode(lead, asked.from.code);
    if (typeof begin !== 'function') return refused(begin[command.language]);
    asked.signal.throwIfAborted();
    return this.watched(asked, command, begin);
  }

  private async ofFile(lead: AttackJob, path: string): Promise<Begin | Text> {
    const program = await programOf(programs[1]);
    const bundled = await bundledFile(path, lead.command.file);
    if (!bundled.ok) return bundled.problem;
    return (events) =>
      watchedThread<'stop', AttackReport>(program, { ...lead, kind: 'lead', bundle: bundled.bundle, program }, events);
  }

  private async ofCode(lead: AttackJob, code: string): Promise<Begin> {
    const program = await programOf(programs[0]);
    this.sandbox ??= sandboxFiles();
    const files = await this.sandbox;
    return (events) => hireApart<'stop', AttackReport>(program, { ...lead, ...files, code }, events, limits);
  }

  private watched({ signal, progress, budgetMs }: AskedAttack, command: Attacking, begin: Begin): Promise<Attacked> {
    return new Promise((resolve, reject) => {
      const { language, file } = command;
      const said = { errors: '', out: '', first: '' };
      const runs: string[] = [];
      const end = (verdict: Attacked['verdict'], more: readonly string[] = []): void => {
        over();
        const text = verdict === 'refused' || verdict === 'stopped' ? said.errors + said.out : said.out;
        const again = runs.map((run) => attackWords.playAgain(called, file, run).trim());
        const lines = text.split('\n').filter((line) => !again.includes(line.trim()));
        resolve({ verdict, runs, lines: [...more, ...lines] });
      };
      const thread = begin({
        finished: (message) => {
          if (message.kind === 'progress') {
            progress(message.text.trim());
            said.first ||= message.text.includes(firstWords[language]) ? message.text.trim() : '';
          } else if (message.kind === 'file') runs.push(this.keep(message.name, message.text));
          else if (message.kind === 'out' || message.kind === 'errors') said[message.kind] += message.text;
          else if (message.kind === 'end')
            end(verdictOf(message.code, said.out), message.code === exitStopped ? cut() : []);
        },
        died: (why) =>
          end('refused', [(why === neverRests ? attackWords.neverRests : attackWords.died(why))[language]]),
      });
      const cut = (): readonly string[] => [words.cut(budgetMs, command.kinds, said.first)[language]];
      const stop = setTimeout(() => thread.send('stop'), budgetMs * stopShare);
      const last = setTimeout(() => end(said.first === '' ? 'stopped' : 'broken', cut()), budgetMs);
      const cancel = (): void => {
        over();
        reject(signal.reason);
      };
      const over = (): void => {
        clearTimeout(stop);
        clearTimeout(last);
        signal.removeEventListener('abort', cancel);
        thread.end();
      };
      signal.addEventListener('abort', cancel, { once: true });
    });
  }

  private keep(address: string, text: string): string {
    this.kept.set(address, text);
    for (const oldest of [...this.kept.keys()].slice(0, -runsKept)) this.kept.delete(oldest);
    return address;
  }
}

type Begin = (events: ThreadEvents<AttackReport>) => Thread<'stop'>;

/** Stands in a line that the answer leaves out. */
const called = 'play';

const firstWords = { en: attackWords.firstBreak([]).en.slice(0, 14), zh: attackWords.firstBreak([]).zh.slice(0, 8) };

const refused = (problem: string): Attacked => ({ verdict: 'refused', lines: [problem], runs: [] });

function verdictOf(code: number, out: string): Attacked['verdict'] {
  if (code === exitBreak) return 'broken';
  if (code === exitBadInput) return 'refused';
  if (code === 0) return 'nothing found';
  // Any other end has decided nothing, unless a break was found before it.
  return /^stopped: (?!none)/m.test(out) ? 'broken' : 'stopped';
}
