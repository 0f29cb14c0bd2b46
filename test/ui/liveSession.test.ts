// The page's side of a live run, with a socket of our own in the place of the browser's: a bad message ends the run, not the page.
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest';
import { judgeLive } from '../../src/judge/judgeLive';
import type { TraceHeader } from '../../src/model/trace';
import { registry } from '../../src/run/registry';
import { simulate } from '../../src/sim/simulate';
import { useCursor } from '../../src/ui/state/cursor';
import { useLive } from '../../src/ui/state/live';
import { useScenario } from '../../src/ui/state/scenario';
import { rowsOf } from '../../src/wire/growingTrace';
import { type FromPage, type FromServer, type Offer, wireVersion } from '../../src/wire/messages';

vi.mock('../../src/judge/judgeLive', { spy: true });

class OwnSocket extends EventTarget {
  static last: OwnSocket | null = null;
  readonly heard: FromPage[] = [];

  constructor() {
    super();
    OwnSocket.last = this;
  }

  send(text: string): void {
    this.heard.push(JSON.parse(text) as FromPage);
  }

  say(text: string): void {
    this.dispatchEvent(new MessageEvent('message', { data: text }));
  }
}

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

const { committed } = useScenario.getState();
const trace = simulate(committed, registry);
const header: TraceHeader = { ...trace.header, engine: 'Redis 7.0.15', origin: 'live' };

function connected(): OwnSocket {
  if (OwnSocket.last === null) throw new Error('The page has opened no socket.');
  return OwnSocket.last;
}

const say = (message: FromServer): void => connected().say(JSON.stringify(message));
const phase = () => useLive.getState().phase;

/** Asks for a run and lets it begin. Answers its name. */
async function begin(): Promise<string> {
  const { runLive } = await import('../../src/ui/live/session');
  runLive();
  say(offer);
  const asked = connected().heard.findLast((message) => message.type === 'run');
  if (asked?.type !== 'run') throw new Error('The page has asked for no run.');
  say({ type: 'began', run: asked.run, scenario: committed, header });
  expect(phase().kind).toBe('running');
  return asked.run;
}

/** Files share their stores. */
afterEach(() => {
  useLive.setState(useLive.getInitialState(), true);
  useCursor.setState(useCursor.getInitialState(), true);
  vi.unstubAllGlobals();
});

beforeEach(() => {
  vi.stubGlobal('WebSocket', OwnSocket);
  vi.stubGlobal('location', new URL('http://localhost/'));
  useLive.setState({ isOn: true, runs: [] });
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
  async (_, said) => {
    const run = await begin();
    say({ type: 'rows', run, strings: trace.strings, rows: rowsOf(trace).slice(0, 20) });
    connected().say(JSON.stringify(said(run)));
    expect(phase()).toMatchObject({ kind: 'failed', problem: { en: expect.stringContaining('does not understand') } });
    expect(connected().heard.at(-1)).toEqual({ type: 'stop', run });
    expect(useLive.getState().runs).toMatchObject([{ id: run, state: 'cut-off', run: { trace: { count: 20 } } }]);
    const next = await begin();
    say({ type: 'rows', run: next, strings: trace.strings, rows: rowsOf(trace) });
    say({ type: 'ended', run: next, header });
    expect(phase().kind).toBe('ready');
    expect(useLive.getState().runs[0]).toMatchObject({ id: next, state: 'ended' });
  },
);

it('says so where the events contradict each other, so that nobody can judge them', async () => {
  const run = await begin();
  say({ type: 'rows', run, strings: trace.strings, rows: rowsOf(trace) });
  vi.mocked(judgeLive).mockImplementationOnce(() => {
    throw new Error('The trace has no process −1.');
  });
  say({ type: 'ended', run, header });
  expect(phase()).toMatchObject({ kind: 'failed', problem: { en: expect.stringContaining('contradicts') } });
  expect(useLive.getState().runs).toMatchObject([{ id: run, state: 'cut-off' }]);
});
