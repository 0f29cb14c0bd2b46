// The page's side of live runs, with a socket and a clock of our own instead of the browser's: messages, a lost
// connection, a second run while the first is under way, a reload. A bad message ends the run, but not the page.
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { judge } from '../../src/core/judge/judge';
import type { TraceHeader } from '../../src/core/model/trace/trace';
import { parts } from '../../src/core/run/parts';
import { simulate } from '../../src/core/sim/simulate';
import { rowsOf } from '../../src/live/wire/growingTrace';
import { type FromPage, type FromServer, type Offer, wireVersion } from '../../src/live/wire/messages';
import { LiveSession, type OpenSocket } from '../../src/web/live/session';
import type { AfterMs } from '../../src/web/state/afterMs';
import { useCursor } from '../../src/web/state/cursor';
import { useEdition } from '../../src/web/state/edition';
import { useLive } from '../../src/web/state/live';
import '../support/handIn';

vi.mock('../../src/core/judge/judge', { spy: true });

/** A stand-in for a browser and its server: what was sent, and which timers are due. */
class Surroundings {
  readonly heard: FromPage[] = [];
  /** Null: not connected. */
  on: Parameters<OpenSocket>[0] | null = null;
  /** The number of connections that were opened. */
  opened = 0;
  due: { readonly run: () => void; readonly ms: number }[] = [];
  private ids = 0;

  readonly open: OpenSocket = (on) => {
    this.opened++;
    this.on = on;
    return (text) => this.heard.push(JSON.parse(text) as FromPage);
  };

  readonly afterMs: AfterMs = (run, ms) => {
    const one = { run, ms };
    this.due.push(one);
    return () => {
      this.due = this.due.filter((other) => other !== one);
    };
  };

  readonly now = (): number => 0;
  readonly newId = (): string => `run${++this.ids}`;

  say(text: string): void {
    if (this.on === null) throw new Error('The page has opened no socket.');
    this.on.message(text);
  }

  lose(reason = ''): void {
    const { on } = this;
    this.on = null;
    on?.close(reason);
  }

  /** Runs everything that is due. */
  pass(): void {
    for (const { run } of this.due.splice(0)) run();
  }
}

let around = new Surroundings();
let session = new LiveSession(around);

const offer: Offer = {
  type: 'offer',
  version: wireVersion,
  redis: { kind: 'ready', version: '7.0.15', from: 'own' },
  clock: 'shim',
  database: 'libsql 0.5',
  unable: {},
  runsMax: 2,
  durationMax: 60_000,
};

const { committed } = useEdition.getState();
const trace = simulate(committed, parts);
const header: TraceHeader = { ...trace.header, engine: 'Redis 7.0.15', origin: 'live' };

const say = (message: FromServer): void => around.say(JSON.stringify(message));
const phase = () => useLive.getState().phase;
const runs = () => useLive.getState().runs;
const questions = (): readonly string[] =>
  around.heard.flatMap((message) => (message.type === 'run' ? [message.run] : []));
const rows = (run: string, from: number, to?: number): FromServer => ({
  type: 'rows',
  run,
  strings: from === 0 ? trace.strings : [],
  rows: rowsOf(trace).slice(from, to),
});

/** Asks for a run and lets it begin. Returns its id. */
function begin(): string {
  session.runLive();
  say(offer);
  const run = questions().at(-1);
  if (run === undefined) throw new Error('The page has asked for no run.');
  say({ type: 'began', run, scenario: committed, header });
  expect(phase().kind).toBe('running');
  return run;
}

beforeEach(() => {
  around = new Surroundings();
  session = new LiveSession(around);
  useLive.setState({ isOn: true, runs: [] });
});

/** Test files share their stores. */
afterEach(() => {
  around.lose();
  useLive.setState(useLive.getInitialState(), true);
  useCursor.setState(useCursor.getInitialState(), true);
  useEdition.setState(useEdition.getInitialState(), true);
});

const wrong: readonly (readonly [string, (run: string) => unknown])[] = [
  ['rows that are no lists', (run) => ({ type: 'rows', run, strings: [], rows: [1] })],
  ['an event that leads nowhere', (run) => ({ type: 'rows', run, strings: [], rows: [[0, 0, 99]] })],
  ['an end without a header', (run) => ({ type: 'ended', run })],
  [
    'the end of another run',
    (run) => ({ type: 'ended', run, header: { ...header, processes: header.processes.slice(1) } }),
  ],
  ['a message of no kind', (run) => ({ type: 'dance', run })],
];

test.each(wrong)(
  '%s end the run with the reason, keep what has come, and leave the page able to run again',
  (_, said) => {
    const run = begin();
    say(rows(run, 0, 20));
    around.say(JSON.stringify(said(run)));
    expect(phase()).toMatchObject({ kind: 'failed', problem: { en: expect.stringContaining('does not understand') } });
    expect(around.heard.at(-1)).toEqual({ type: 'stop', run });
    expect(runs()).toMatchObject([{ id: run, state: 'cut-off', run: { trace: { count: 20 } } }]);
    const next = begin();
    say(rows(next, 0));
    say({ type: 'ended', run: next, header });
    expect(phase().kind).toBe('ready');
    expect(runs()[0]).toMatchObject({ id: next, state: 'ended' });
  },
);

it('says so where the events contradict each other, so that nobody can judge them', () => {
  const run = begin();
  say(rows(run, 0));
  vi.mocked(judge).mockImplementationOnce(() => {
    throw new Error('The trace has no process −1.');
  });
  say({ type: 'ended', run, header });
  expect(phase()).toMatchObject({ kind: 'failed', problem: { en: expect.stringContaining('contradicts') } });
  expect(runs()).toMatchObject([{ id: run, state: 'cut-off' }]);
});

describe('news of a run', () => {
  it('is drawn once for all rows that come in between, and takes the playhead along', () => {
    const run = begin();
    say(rows(run, 0, 20));
    say(rows(run, 20, 40));
    expect(around.due).toHaveLength(1);
    expect(runs()).toMatchObject([{ state: 'growing', run: { trace: { count: 0 } } }]);
    around.pass();
    expect(runs()).toMatchObject([{ id: run, state: 'growing', run: { trace: { count: 40 } } }]);
    expect(useCursor.getState().at).toBe(trace.at[39]);
  });

  it('leaves the playhead where a person has put it', () => {
    const run = begin();
    say(rows(run, 0, 20));
    useCursor.getState().setAt(7);
    around.pass();
    say(rows(run, 20));
    say({ type: 'ended', run, header });
    expect(useCursor.getState().at).toBe(7);
  });

  it('plays while the run grows, and no longer once it has ended', () => {
    const run = begin();
    expect(useCursor.getState().playing).toBe(true);
    say(rows(run, 0, 20));
    around.pass();
    expect(useCursor.getState().playing).toBe(true);
    say(rows(run, 20));
    say({ type: 'ended', run, header });
    expect(useCursor.getState().playing).toBe(false);
  });

  it('leaves the playhead where the playing was stopped', () => {
    const run = begin();
    say(rows(run, 0, 20));
    around.pass();
    useCursor.getState().setPlaying(false);
    const { at } = useCursor.getState();
    say(rows(run, 20));
    around.pass();
    expect(useCursor.getState().at).toBe(at);
  });

  it('says what is waited for before the run begins', () => {
    session.runLive();
    expect(phase().kind).toBe('connecting');
    say(offer);
    const [run = ''] = questions();
    say({ type: 'queued', run, place: 2 });
    expect(phase()).toEqual({ kind: 'queued', place: 2 });
    const what = { en: 'Redis', zh: 'Redis' };
    say({ type: 'preparing', run, what });
    expect(phase()).toEqual({ kind: 'preparing', what });
  });

  it('that it came to nothing stays until the scenario is another', () => {
    session.runLive();
    say(offer);
    say({ type: 'failed', run: questions()[0] ?? '', problem: { en: 'No room.', zh: '没有空间。' } });
    expect(phase()).toMatchObject({ kind: 'failed', hadBegun: false, problem: { en: 'No room.' } });
    useEdition.getState().commit({ ...committed, seed: 77 });
    expect(phase().kind).toBe('ready');
  });
});

describe('a lost connection', () => {
  it('keeps what has come of the run, connects again a second later, and does not run it again', () => {
    const run = begin();
    say(rows(run, 0, 20));
    around.lose();
    expect(phase().kind).toBe('lost');
    expect(runs()).toMatchObject([{ id: run, state: 'cut-off', run: { trace: { count: 20 } } }]);
    expect(around.due.map(({ ms }) => ms)).toEqual([1000]);
    around.pass();
    expect(around.opened).toBe(2);
    say(offer);
    expect(phase().kind).toBe('ready');
    expect(questions()).toEqual([run]);
  });

  it('before the run was asked for leaves the wish, which the next connection fulfils', () => {
    session.runLive();
    around.lose();
    expect(phase().kind).toBe('refused');
    around.pass();
    say(offer);
    expect(questions()).toHaveLength(1);
  });

  it('is tried again ever later, and in the end only when a person asks', () => {
    session.connect();
    const waited: number[] = [];
    for (let i = 0; i < 6; i++) {
      around.lose();
      waited.push(...around.due.map(({ ms }) => ms));
      around.pass();
    }
    around.lose();
    expect(waited).toEqual([1000, 2000, 4000, 8000, 15_000, 30_000]);
    expect(around.due).toEqual([]);
    session.connect();
    say(offer);
    around.lose();
    expect(around.due.map(({ ms }) => ms)).toEqual([1000]);
  });

  it('that a person fixes first is not fixed twice', () => {
    session.connect();
    around.lose();
    session.connect();
    expect(around.due).toEqual([]);
    expect(around.opened).toBe(2);
  });

  it('with a reason says the reason, and is left to the person', () => {
    session.connect();
    around.lose('The token is wrong.');
    expect(phase()).toMatchObject({ kind: 'failed', problem: { en: 'The token is wrong.' } });
    expect(around.due).toEqual([]);
  });
});

describe('a second run while the first is under way', () => {
  it('stops the first, keeps what has come of it, and hears no more of it', () => {
    const first = begin();
    say(rows(first, 0, 20));
    session.runLive();
    const second = questions().at(-1) ?? '';
    expect(second).not.toBe(first);
    expect(around.heard.slice(-2).map(({ type }) => type)).toEqual(['stop', 'run']);
    expect(around.heard.at(-2)).toEqual({ type: 'stop', run: first });
    expect(runs()).toMatchObject([{ id: first, state: 'cut-off' }]);
    say(rows(first, 20));
    say({ type: 'ended', run: first, header });
    expect(phase().kind).toBe('preparing');
    expect(runs()).toMatchObject([{ id: first, state: 'cut-off', run: { trace: { count: 20 } } }]);
    say({ type: 'began', run: second, scenario: committed, header });
    say(rows(second, 0));
    say({ type: 'ended', run: second, header });
    expect(runs()).toMatchObject([
      { id: second, state: 'ended' },
      { id: first, state: 'cut-off' },
    ]);
  });

  it('is asked for once, however often a person asks before the connection is there', () => {
    session.runLive();
    session.runLive();
    say(offer);
    expect(around.opened).toBe(1);
    expect(questions()).toHaveLength(1);
  });

  it('is none where the first was stopped before it had begun', () => {
    session.runLive();
    say(offer);
    const [run] = questions();
    session.stopLive();
    expect(around.heard.at(-1)).toEqual({ type: 'stop', run });
    expect(phase().kind).toBe('ready');
    say({ type: 'began', run: run ?? '', scenario: committed, header });
    expect(phase().kind).toBe('ready');
  });
});

describe('after a reload', () => {
  it('a session opens nothing by itself, and runs nothing that was not asked for anew', () => {
    begin();
    around.lose();
    around = new Surroundings();
    session = new LiveSession(around);
    expect(around.opened).toBe(0);
    session.connect();
    say(offer);
    expect(questions()).toEqual([]);
    expect(phase().kind).toBe('ready');
  });
});
