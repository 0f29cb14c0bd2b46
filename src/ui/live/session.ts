/**
 * The page's side of a live run: one socket, what is said over it, and the run that grows by it. Loaded when somebody turns
 * the switch. Writes the store of `state/live.ts`, which every view reads.
 */

import { judgeLive } from '../../judge/judgeLive';
import { sameJson } from '../../model/patch';
import type { Scenario } from '../../model/scenario';
import type { Text } from '../../model/text';
import { instant } from '../../model/time';
import type { LateSpan, Trace, TraceHeader } from '../../model/trace';
import type { Verdict } from '../../model/verdict';
import { registry } from '../../run/onDemand';
import { parseFromServer } from '../../wire/fromServer';
import { GrowingTrace } from '../../wire/growingTrace';
import { liveProblem } from '../../wire/liveProblem';
import { contradictsItself, notUnderstood } from '../../wire/liveProblems';
import { type FromPage, type FromServer, type NewRows, type Offer, socketPath } from '../../wire/messages';
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
  /** When the machine was late, as far as it has been told. */
  late: readonly LateSpan[] | null;
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
  current = { id, asked: committed, storyId, variantId, growing: null, late: null, timer: null, followedTo: 0 };
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
  const parsed = parseFromServer(data, registry);
  if (!parsed.ok) return fail(parsed.problem);
  const { message } = parsed;
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
      return failed(current, message);
    default:
      return message satisfies never;
  }
}

const linesMax = 200;

function offered(offer: Offer): void {
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

function grow(run: Current, { strings, rows, late }: NewRows): void {
  if (run.growing === null) return fail(tooEarly('rows'));
  if (late !== undefined) run.late = late;
  const problem = run.growing.trace.add({ strings, rows });
  if (problem !== null) return fail(notUnderstood(problem));
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
  const verdict = judged(trace, verdictSoFar);
  if (verdict === null) return fail(contradictsItself);
  keepRun(liveRun(run, { scenario: header.scenario, trace, verdict }, 'growing'));
  const { at, playing, setAt } = useCursor.getState();
  if (!playing && at === run.followedTo && currentLive()?.id === run.id) {
    run.followedTo = growing.lastAt;
    setAt(growing.lastAt);
  }
  showMs = Math.max(showMsMin, showShare * (performance.now() - startedAt));
}

function ended(run: Current, header: TraceHeader): void {
  if (run.growing === null) return fail(tooEarly('ended'));
  if (!isEndOf(header, run.growing)) return fail(contradictsItself);
  const isSound = finish(run, header, 'ended');
  current = null;
  setPhase(isSound ? { kind: 'ready' } : { kind: 'failed', problem: contradictsItself });
}

/** It came to nothing, before it had begun or in the midst of it: what has come stays, and proves nothing. */
function failed(
  run: Current,
  { problem, advice, lastWords, header }: Extract<FromServer, { readonly type: 'failed' }>,
): void {
  const hadBegun = run.growing !== null;
  if (run.growing !== null) {
    const { header: begun, trace } = run.growing;
    const isSound = header !== undefined && isEndOf(header, run.growing);
    const ended = isSound ? header : { ...begun, endedAt: instant(trace.lastAt) };
    finish(run, { ...ended, ended: 'failed' }, 'ended');
  }
  current = null;
  setPhase({ kind: 'failed', problem, hadBegun, ...(advice ? { advice } : {}), ...(lastWords ? { lastWords } : {}) });
}

/** Answers whether its events make sense together; where they do not, what was shown of it last stays. */
function finish(run: Current, header: TraceHeader, state: LiveRun['state']): boolean {
  if (run.timer !== null) clearTimeout(run.timer);
  if (run.growing === null) return true;
  const trace = run.growing.trace.trace(header);
  const verdict = judged(trace, judgeLive);
  if (verdict === null) {
    const shown = useLive.getState().runs.find(({ id }) => id === run.id);
    if (shown !== undefined) keepRun({ ...shown, state: 'cut-off' });
    return false;
  }
  const whole = { scenario: header.scenario, trace, verdict };
  keepRun(liveRun(run, whole, state));
  const { at, playing } = useCursor.getState();
  if (!playing && at === run.followedTo && currentLive()?.id === run.id) parkAtViolation(whole);
  return true;
}

/** null: each row may be so, and all of them together not. */
function judged(trace: Trace, judge: (trace: Trace) => Verdict): Verdict | null {
  try {
    return judge(trace);
  } catch {
    return null;
  }
}

/** Whether the header is that of the same run, at its end: what has come refers to its processes and faults. */
function isEndOf(header: TraceHeader, { header: begun }: NonNullable<Current['growing']>): boolean {
  const idsOf = ({ processes }: TraceHeader): readonly string[] => processes.map(({ id }) => id);
  return sameJson(idsOf(header), idsOf(begun)) && sameJson(header.scenario, begun.scenario);
}

/** The run under way will not go on; what has come of it stays. */
function cutOff(): void {
  const run = current;
  current = null;
  if (run?.growing == null) return;
  const { header, trace } = run.growing;
  const { late } = run;
  finish(run, { ...header, ended: 'stopped', endedAt: instant(trace.lastAt), ...(late ? { late } : {}) }, 'cut-off');
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

/** What the server says makes no sense: what has come stays, and nothing more of this run is wanted. */
function fail(problem: Text): void {
  if (current !== null) send({ type: 'stop', run: current.id });
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

/** Before the run has begun. */
const tooEarly = (type: string): Text => notUnderstood({ en: type, zh: type });
