/**
 * The page's side of a live run: one socket, what is said over it, and the run that grows by it. Loaded when somebody turns
 * the switch. Writes the store of `state/live.ts`, which every view reads.
 */
import { registry } from '../../explore/onDemand';
import { judge } from '../../judge/judge';
import type { Scenario } from '../../model/scenario';
import type { Text } from '../../model/text';
import { instant } from '../../model/time';
import type { TraceHeader } from '../../model/trace';
import { GrowingTrace } from '../../wire/growingTrace';
import { liveProblem } from '../../wire/liveProblem';
import { type FromPage, type FromServer, type NewRows, type Offer, socketPath, wireVersion } from '../../wire/messages';
import { useCursor } from '../state/cursor';
import { currentLive, keepRun, type LiveRun, type Phase, useLive } from '../state/live';
import { parkAtViolation } from '../state/playhead';
import { useScenario } from '../state/scenario';
import { verdictSoFar } from './soFar';

/** The run that was asked for last, until it has ended. */
interface Current {
  readonly id: string;
  readonly asked: Scenario;
  readonly storyId: string | null;
  readonly variantId: string | null;
  /** null until it begins. */
  growing: { readonly header: TraceHeader; readonly trace: GrowingTrace } | null;
  /** Shows what has come, later than it comes where showing takes long. */
  timer: ReturnType<typeof setTimeout> | null;
  /** Where the page has put the playhead; a person who moves it is left alone. */
  followedTo: number;
}

let socket: WebSocket | null = null;
let current: Current | null = null;
let wantsRun = false;
let retries = 0;
let retryTimer: ReturnType<typeof setTimeout> | null = null;

/** Between two pictures of a growing run, at least; and so many times as long as one takes. */
const showMsMin = 80;
const showShare = 4;

const setPhase = (phase: Phase): void => useLive.setState({ phase });

/** Connects, unless it is connected. */
export function connect(): void {
  if (retryTimer !== null) clearTimeout(retryTimer);
  retryTimer = null;
  if (socket !== null) return;
  setPhase({ kind: 'connecting' });
  const opened = new WebSocket(socketAddress());
  socket = opened;
  opened.addEventListener('message', ({ data }) => {
    if (socket === opened) receive(String(data));
  });
  opened.addEventListener('close', ({ reason }) => {
    if (socket === opened) disconnected(reason);
  });
}

/** Runs the committed scenario, in place of a run that is under way. */
export function runLive(): void {
  wantsRun = true;
  if (socket === null || useLive.getState().offer === null) return connect();
  begin();
}

/** Ends the run that is under way; what has come stays. */
export function stopLive(): void {
  wantsRun = false;
  if (current === null) return;
  send({ type: 'stop', run: current.id });
  // Of a run that has not begun there is nothing to wait for.
  if (current.growing !== null) return;
  current = null;
  setPhase({ kind: 'ready' });
}

/** Asks for a Redis where none was found. */
export function setUp(): void {
  useLive.setState({ setUpLines: [] });
  setPhase({ kind: 'setting-up' });
  wantsRun = true;
  send({ type: 'set-up' });
}

/** Of the page, with its token where it has one. */
function socketAddress(): string {
  const address = new URL(socketPath, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  const token = new URLSearchParams(location.search).get('token');
  if (token !== null) address.searchParams.set('token', token);
  return address.href;
}

const send = (message: FromPage): void => socket?.send(JSON.stringify(message));

function begin(): void {
  if (useLive.getState().offer?.redis.kind !== 'ready') return;
  wantsRun = false;
  if (current !== null) {
    send({ type: 'stop', run: current.id });
    cutOff();
  }
  const { committed, storyId, variantId } = useScenario.getState();
  const problem = liveProblem(committed, registry, { hasPostgres: hasPostgres() });
  if (problem !== null) return setPhase({ kind: 'failed', problem });
  const id = newId();
  current = { id, asked: committed, storyId, variantId, growing: null, timer: null, followedTo: 0 };
  setPhase({ kind: 'preparing', what: null });
  send({ type: 'run', run: id, scenario: committed as unknown as Record<string, unknown> });
}

const hasPostgres = (): boolean => useLive.getState().offer?.database.startsWith('PostgreSQL') === true;

/** What a scenario came to nothing by says nothing of the next one. */
useScenario.subscribe(({ committed }, before) => {
  if (committed !== before.committed && socket !== null && useLive.getState().phase.kind === 'failed')
    setPhase({ kind: 'ready' });
});

/** Short, and another one every time, as two pages of one server must not share any. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join('');

function receive(data: string): void {
  let message: FromServer;
  try {
    message = JSON.parse(data) as FromServer;
  } catch {
    return fail(notUnderstood('no JSON'));
  }
  if (message.type === 'offer') return offered(message);
  if (message.type === 'setting-up')
    return useLive.setState(({ setUpLines }) => ({ setUpLines: [...setUpLines, message.line].slice(-linesMax) }));
  // Of a run that was given up for another one, the end still comes.
  if (current === null || message.run !== current.id) return;
  switch (message.type) {
    case 'queued':
      return setPhase({ kind: 'queued', place: message.place });
    case 'preparing':
      return setPhase({ kind: 'preparing', what: message.what });
    case 'began':
      return began(current, message.header);
    case 'rows':
      return grow(current, message);
    case 'ended':
      return ended(current, message.header);
    case 'failed':
      return fail(message.problem);
    default:
      return fail(notUnderstood(String((message satisfies never as { type?: unknown }).type)));
  }
}

const linesMax = 200;

function offered(offer: Offer): void {
  if (offer.version !== wireVersion) {
    const problem: Text = {
      en: 'This page and its server are of different versions: load the page again.',
      zh: '页面与服务器的版本不同：请重新载入页面。',
    };
    return setPhase({ kind: 'failed', problem });
  }
  retries = 0;
  useLive.setState({ offer });
  const { kind } = useLive.getState().phase;
  const isReady = offer.redis.kind === 'ready';
  if (kind === 'connecting' || kind === 'lost' || kind === 'refused' || kind === 'closed' || kind === 'setting-up')
    setPhase({ kind: 'ready' });
  // Where getting one has failed it is for the person to ask again.
  if (kind === 'setting-up') wantsRun &&= isReady;
  if (wantsRun && isReady) begin();
}

function began(run: Current, header: TraceHeader): void {
  run.growing = { header: { ...header, ended: 'stopped' }, trace: new GrowingTrace(header) };
  setPhase({ kind: 'running' });
  const { setAt, setPlaying, select, selection } = useCursor.getState();
  setPlaying(false);
  if (selection?.kind === 'event') select(null);
  run.followedTo = 0;
  setAt(0);
  show(run);
}

function grow(run: Current, { strings, rows }: NewRows): void {
  if (run.growing === null) return fail(notUnderstood('rows'));
  const problem = run.growing.trace.add({ strings, rows });
  if (problem !== null) {
    send({ type: 'stop', run: run.id });
    return fail(notUnderstood(problem));
  }
  if (run.timer !== null) return;
  run.timer = setTimeout(() => {
    run.timer = null;
    if (current === run) show(run);
  }, showMs);
}

let showMs = showMsMin;

/** Draws what has come so far, and moves the playhead along unless a person has moved it. */
function show(run: Current): void {
  if (run.growing === null) return;
  const startedAt = performance.now();
  const { header, trace: growing } = run.growing;
  const trace = growing.trace({ ...header, endedAt: instant(growing.lastAt) });
  keepRun(liveRun(run, { scenario: header.scenario, trace, verdict: verdictSoFar(trace) }, 'growing'));
  const { at, playing, setAt } = useCursor.getState();
  if (!playing && at === run.followedTo && currentLive()?.id === run.id) {
    run.followedTo = growing.lastAt;
    setAt(growing.lastAt);
  }
  showMs = Math.max(showMsMin, showShare * (performance.now() - startedAt));
}

function ended(run: Current, header: TraceHeader): void {
  if (run.growing === null) return fail(notUnderstood('ended'));
  finish(run, header, 'ended');
  current = null;
  setPhase({ kind: 'ready' });
}

function finish(run: Current, header: TraceHeader, state: LiveRun['state']): void {
  if (run.timer !== null) clearTimeout(run.timer);
  if (run.growing === null) return;
  const trace = run.growing.trace.trace(header);
  const whole = { scenario: header.scenario, trace, verdict: judge(trace) };
  keepRun(liveRun(run, whole, state));
  const { at, playing } = useCursor.getState();
  if (!playing && at === run.followedTo && currentLive()?.id === run.id) parkAtViolation(whole);
}

/** The run under way will not go on; what has come of it stays. */
function cutOff(): void {
  const run = current;
  current = null;
  if (run?.growing == null) return;
  const { header, trace } = run.growing;
  finish(run, { ...header, ended: 'stopped', endedAt: instant(trace.lastAt) }, 'cut-off');
}

const liveRun = (
  { id, asked, storyId, variantId }: Current,
  run: LiveRun['run'],
  state: LiveRun['state'],
): LiveRun => ({
  id,
  asked,
  storyId,
  variantId,
  run,
  state,
  file: null,
});

function fail(problem: Text): void {
  cutOff();
  setPhase({ kind: 'failed', problem });
}

/** In seconds; then it is for the person to ask again. */
const retryAfter = [1, 2, 4, 8, 15, 30];

function disconnected(reason: string): void {
  socket = null;
  useLive.setState({ setUpLines: [] });
  const wasRunning = current !== null;
  cutOff();
  if (reason !== '') return setPhase({ kind: 'failed', problem: { en: reason, zh: reason } });
  setPhase({ kind: useLive.getState().offer === null ? 'refused' : 'lost' });
  wantsRun &&= !wasRunning;
  const seconds = retryAfter[retries++];
  if (seconds !== undefined) retryTimer = setTimeout(connect, seconds * 1000);
}

const notUnderstood = (what: Text | string): Text => {
  const text = typeof what === 'string' ? { en: what, zh: what } : what;
  return {
    en: `The server said something that this page does not understand (${text.en}). Load the page again.`,
    zh: `页面不明白服务器所说的（${text.zh}）。请重新载入页面。`,
  };
};
