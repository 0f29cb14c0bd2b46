/**
 * Both answers in sentences, one line each. It says no more than was computed: what is less bad or not known is never
 * called saved, and a number is about the least until it is confirmed.
 */
import { switchedOff } from '../../content/texts/settingsText';
import type { FaultKind } from '../../core/model/scenario/fault';
import type { Field, NumberField, NumberOrWordField } from '../../core/model/scenario/fields';
import { nameOf } from '../../core/model/scenario/processName';
import type { Scenario, Setting } from '../../core/model/scenario/scenario';
import { settingsFields } from '../../core/model/scenario/settingsFields';
import { formatAtMs, formatLength, formatMs, formatNumber } from '../../core/model/values/format';
import { withColon, withGapBefore } from '../../core/model/values/joinedTexts';
import type { Both } from '../../core/model/values/text';
import { instant } from '../../core/model/values/time';
import { faultTitle } from '../../core/narrate/sentence';
import type { Speech } from '../../core/narrate/speech';
import type { Parts } from '../../core/sim/parts';
import { type Clause, clausesOf } from './clauses';
import type { DecidingEvents } from './decides';
import { isMomentary } from './endedFaults';
import { groupChanges, type LeastChange, shownGroupsMax } from './leastChange';
import { type Parameter, strengthField } from './parameters';
import type { PointOfNoReturn, Remedies } from './remedies';
import type { TooLate } from './tooLate';

export interface PhraseContext {
  readonly scenario: Scenario;
  readonly parts: Parts;
  readonly speech: Speech;
}

const en = {
  undecided: 'It is not known whether it was ever too late: the run is undecided.',
  fromScenario: 'Computed from the scenario, not from this run:',
  fromStart: 'No fault is needed: it was too late from the start.',
  never: 'Even at the end of the run it was not too late.',
  lessBadAtEnd: 'Even at the end of the run it could have been less bad.',
  unknown: 'It is not known since when it was too late.',
  since: (at: string) => `Point of no return: ${at}.`,
  apart: (at: string) => `The two could be kept apart only before ${at}.`,
  mark: (fault: string, at: string) => `Point of no return: ${at}, “${fault}” itself.`,
  had: (cause: string, what: string) => `Had ${cause} earlier, ${what}.`,
  without: (what: string) => `Without it, ${what}.`,
  /** Something of a process that the sentence has named already. */
  it: (who: string, what: string) =>
    what.startsWith(`${who}’s `)
      ? `its${what.slice(who.length + 2)}`
      : what.startsWith(`${who} `)
        ? `it${what.slice(who.length)}`
        : what,
  before: (first: Clause, second: Clause) => `${first.would} before ${second.did}`,
  both: (one: string, other: string) => `${one}, and ${other}`,
  earlier: {
    pause: (who: string) => `${who} woken up`,
    suspend: (who: string) => `${who} woken up`,
    crash: (who: string) => `${who} restarted`,
    'power-loss': (who: string) => `${who} restarted`,
    cut: () => 'the link been restored',
    slow: () => 'the link been fast again',
    delay: () => 'the message arrived',
    'no-leader': () => 'a leader been elected',
  },
  endedEarlier: (count: number): string => (count === 1 ? 'the fault ended' : 'the faults ended'),
  refused: (storage: string) => `${storage} kept the data.`,
  lessBad: (from: string) => `From ${from} on it could only have been less bad.`,
  unknownSpan: (from: string, to: string) => `From ${from} to ${to} it is not known.`,
  tooLateBefore: 'At some earlier instants it was too late.',
  enough: (changes: string, count: number) =>
    `${count === 1 ? 'This' : 'Any of these'} would have been enough: ${changes}.`,
  nothing: 'No single one of the changes that were tried saves it.',
  rest: 'Not every change was tried.',
  oneSeed: 'Only this seed was tried.',
  about: (value: string) => `about ${value}`,
  number: (label: string, isMost: boolean, value: string) => `${label} at ${isMost ? 'most' : 'least'} ${value}`,
  check: (names: string) => `storage-side check: ${names}`,
  length: (fault: string, value: string) => `“${fault}” for at most ${value}`,
  strength: (fault: string, value: string) => `“${fault}” by at most ${value}`,
  strengthBack: (fault: string, value: string) => `“${fault}” back by at most ${value}`,
  time: (fault: string, value: string) => `“${fault}” at ${value}`,
  absence: (faults: readonly string[]) => `without ${faults.map((fault) => `“${fault}”`).join(' or ')}`,
  everyLength: (fault: string) => `at every length of “${fault}” that was tried`,
  upTo: (fault: string, length: string) => `“${fault}” for up to ${length}`,
  /** A pause is named by a noun, and with its client only if there are others. */
  pause: {
    of: (who: string) => ` of ${who}`,
    length: (of: string, value: string) => `a pause${of} of at most ${value}`,
    everyLength: (of: string) => `at every pause length${of} that was tried`,
    upTo: (of: string, length: string) => `for pauses${of} of up to ${length}`,
  },
  ownSeed: 'with this seed alone',
  isTwoHolders: 'two clients still work at the same time',
  or: ' or ',
  aside: (text: string, asides: string) => `${text} (${asides})`,
  comma: ', ',
  gap: ' ',
};

const zh: typeof en = {
  undecided: '这次运行没有定论，无法断定是否曾经来不及。',
  fromScenario: '以下由场景算出，并非来自这次运行：',
  fromStart: '不需要任何故障：从一开始就来不及。',
  never: '直到运行结束都还来得及。',
  lessBadAtEnd: '直到运行结束，都还能减轻后果。',
  unknown: '无法断定从何时起来不及。',
  since: (at) => `不可挽回的时刻：${at}。`,
  apart: (at) => `要避免两个客户端同时持锁，须在 ${at} 之前。`,
  mark: (fault, at) => `不可挽回的时刻：${at}，即“${fault}”发生之时。`,
  had: (cause, what) => `若${cause}，${what}。`,
  without: (what) => `若没有它，${what}。`,
  it: (_who, what) => what,
  before: (first, second) => `${first.did}就会早于${second.did}`,
  both: (one, other) => `${one}；${other}`,
  earlier: {
    pause: (who) => `${who} 更早醒来`,
    suspend: (who) => `${who} 更早醒来`,
    crash: (who) => `${who} 更早重启`,
    'power-loss': (who) => `${who} 更早重启`,
    cut: () => '链路更早恢复',
    slow: () => '链路更早恢复速度',
    delay: () => '消息更早到达',
    'no-leader': () => '更早选出 leader',
  },
  endedEarlier: () => '故障更早结束',
  refused: (storage) => `${storage}保住了数据。`,
  lessBad: (from) => `从 ${from} 起，只能减轻后果。`,
  unknownSpan: (from, to) => `${from} 到 ${to} 之间，结果无法断定。`,
  tooLateBefore: '更早时也有来不及的时刻。',
  enough: (changes, count) => `${count === 1 ? '这样' : '以下任一项'}就够了：${changes}。`,
  nothing: '试过的改动中，没有一项能单独避免。',
  rest: '并未试遍所有改动。',
  oneSeed: '只试了这一个种子。',
  about: (value) => `约 ${value}`,
  number: (label, isMost, value) => `${label}${isMost ? '最多' : '至少'} ${value}`,
  check: (names) => `存储端检查：${names}`,
  length: (fault, value) => `“${fault}”不超过 ${value}`,
  strength: (fault, value) => `“${fault}”不超过 ${value}`,
  strengthBack: (fault, value) => `“${fault}”往回不超过 ${value}`,
  time: (fault, value) => `“${fault}”在 ${value} 发生`,
  absence: (faults) => `没有${faults.map((fault) => `“${fault}”`).join('或')}`,
  everyLength: (fault) => `试过的每种“${fault}”时长都有效`,
  upTo: (fault, length) => `“${fault}”不超过 ${length} 时`,
  pause: {
    of: (who) => `${who} `,
    length: (of, value) => `${of}停顿不超过 ${value}`,
    everyLength: (of) => `试过的每种${of === '' ? '' : withGapBefore(of)}停顿时长都有效`,
    upTo: (of, length) => `${of}停顿不超过 ${length} 时`,
  },
  ownSeed: '仅对这个种子有效',
  isTwoHolders: '期间仍有两个客户端同时在里面',
  or: ' 或 ',
  aside: (text, asides) => `${text}（${asides}）`,
  comma: '，',
  gap: '',
};

const table: Both<typeof en> = { en, zh };

export const undecided: Both<string> = { en: en.undecided, zh: zh.undecided };
export const fromScenario: Both<string> = { en: en.fromScenario, zh: zh.fromScenario };

/** Since when it was too late, then what would have been enough. The second is absent if no change can be one. */
export const describeRemedies = (remedies: Remedies, saying: PhraseContext): readonly string[] =>
  [describePointOfNoReturn(remedies, saying), ...changesInWords(remedies, saying)].map(saying.speech.begin);

export function describePointOfNoReturn(pointOfNoReturn: PointOfNoReturn, saying: PhraseContext): string {
  const { late, apart, isRefused, isFromStart } = pointOfNoReturn;
  const { speech, scenario } = saying;
  const words = table[speech.language];
  if (isFromStart || late === null) return words.fromStart;
  const { since } = late;
  if (since === null) return neverInWords(late, words);
  const at = instantInWords(since, late, words);
  const what = late.decided === null ? null : decidedInWords(late.decided, late, saying);
  const momentaryFault = pointOfNoReturn.momentary === null ? undefined : scenario.faults[pointOfNoReturn.momentary];
  const isOther = apart !== null && apart.since !== null && apart.since !== since;
  return [
    momentaryFault === undefined ? words.since(at) : words.mark(faultTitle(momentaryFault, speech), at),
    ...(what === null ? [] : [momentaryFault === undefined ? earlierEndInWords(what, saying) : words.without(what)]),
    ...(isOther ? [words.apart(instantInWords(apart.since, apart, words))] : []),
    ...spansInWords(late, apart, words),
    ...(isRefused ? [words.refused(speech.begin(speech.names.storage))] : []),
  ].join(words.gap);
}

/** Of the faults that end, a single one is named. */
function earlierEndInWords(what: string, { scenario, parts, speech }: PhraseContext): string {
  const words = table[speech.language];
  const ending = Object.entries(scenario.faults).filter(
    ([name, fault]) => !isMomentary({ name, fault, at: instant(0) }, parts),
  );
  const [only] = ending.length === 1 ? ending : [];
  const say: Partial<Record<FaultKind, (who: string) => string>> = words.earlier;
  const named = only && say[only[1].kind];
  if (only === undefined || named === undefined) return words.had(words.endedEarlier(ending.length), what);
  const [, fault] = only;
  const who = 'process' in fault ? nameOf(fault.process, speech.names) : '';
  return words.had(named(who), words.it(who, what));
}

const instantInWords = (at: number, { isConfirmed }: TooLate, words: typeof en): string =>
  isConfirmed ? formatAtMs(at) : words.about(formatAtMs(at));

/** For a run that is not too late at its end, or of which that is not known. */
function neverInWords({ spans }: TooLate, words: typeof en): string {
  const chance = spans.at(-1)?.chance;
  const atEnd = chance === 'unknown' ? words.unknown : chance === 'less-bad' ? words.lessBadAtEnd : words.never;
  return [atEnd, ...earlierInWords(spans, words)].join(words.gap);
}

const earlierInWords = (spans: TooLate['spans'], words: typeof en): readonly string[] =>
  spans.slice(0, -1).some(({ chance }) => chance === 'too-late') ? [words.tooLateBefore] : [];

/** What is neither avoidable nor too late, and what was too late before. */
function spansInWords({ spans }: TooLate, apart: TooLate | null, words: typeof en): readonly string[] {
  const last = spans.at(-2);
  const isLessBad = last?.chance === 'less-bad' && last.from !== apart?.since;
  return [
    ...(isLessBad ? [words.lessBad(formatAtMs(last.from))] : []),
    ...spans.flatMap(({ from, to, chance }) =>
      chance === 'unknown' ? [words.unknownSpan(formatAtMs(from), formatAtMs(to))] : [],
    ),
    ...earlierInWords(spans, words),
  ];
}

/** Both events, in the order in which they come in the run that ends better, or the one that only one run has. */
/** Null: a clause does not distinguish the two events, which may be about two keys. */
function decidedInWords(
  { better, worse }: DecidingEvents,
  { asked }: TooLate,
  { speech }: PhraseContext,
): string | null {
  const words = table[speech.language];
  const clause = clausesOf(speech, asked === 'twice' ? 'email' : 'value');
  const [saved, harmed] = [better, worse].map((event) => event && clause(event));
  if (saved?.did === harmed?.did) return null;
  const gone = better?.at === null ? saved?.would : undefined;
  const added = worse?.before === null ? harmed?.wouldNot : undefined;
  if (gone !== undefined && added !== undefined) return words.both(added, gone);
  if (gone !== undefined || added !== undefined) return gone ?? added ?? null;
  return saved == null || harmed == null ? null : words.before(saved, harmed);
}

function changesInWords({ changes, isWhole, isOwnSeedAlone }: Remedies, saying: PhraseContext): readonly string[] {
  if (changes === null) return [];
  const words = table[saying.speech.language];
  const rest = [...(isWhole ? [] : [words.rest]), ...(isOwnSeedAlone ? [words.oneSeed] : [])];
  const groups = groupChanges(changes).slice(0, shownGroupsMax);
  const listText = groups.map((group) => groupInWords(group, saying)).join(' · ');
  const summary = groups.length === 0 ? words.nothing : words.enough(listText, groups.flat().length);
  return [[summary, ...rest].join(words.gap)];
}

function groupInWords(group: readonly LeastChange[], saying: PhraseContext): string {
  const [first] = group;
  if (first === undefined) return '';
  const note = noteInWords(first, saying);
  const changeText = groupTitle(group, first, saying);
  return note === null ? changeText : table[saying.speech.language].aside(changeText, note);
}

/** One change as the sentence names it, and under which conditions it saves. */
export const changeInWords = (change: LeastChange, saying: PhraseContext): { title: string; note: string | null } => ({
  title: saying.speech.begin(groupTitle([change], change, saying)),
  note: noteInWords(change, saying),
});

/** Null: it saves without conditions. */
function noteInWords({ reach, value, isTwoInside }: LeastChange, saying: PhraseContext): string | null {
  const words = table[saying.speech.language];
  const asides = [
    ...(reach === null ? [] : [reachInWords(reach, saying)]),
    ...(isTwoInside ? [words.isTwoHolders] : []),
    ...(value === null ? [words.ownSeed] : []),
  ];
  return asides.length === 0 ? null : asides.join(words.comma);
}

function reachInWords({ fault, isEvery, upTo }: NonNullable<LeastChange['reach']>, saying: PhraseContext): string {
  const words = table[saying.speech.language];
  const of = pauseOf(fault, saying);
  const [phrases, subject] = of === null ? [words, titleOf(fault, saying)] : [words.pause, of];
  return isEvery ? phrases.everyLength(subject) : phrases.upTo(subject, formatMs(upTo));
}

/** Whose pause the fault is; empty if there is no other. Null: it is no pause. */
function pauseOf(name: string, { scenario: { faults }, speech }: PhraseContext): string | null {
  const fault = faults[name];
  if (fault?.kind !== 'pause') return null;
  const isOnly = Object.values(faults).filter(({ kind }) => kind === 'pause').length === 1;
  return isOnly ? '' : table[speech.language].pause.of(nameOf(fault.process, speech.names));
}

const titleOf = (name: string, { scenario, speech }: PhraseContext): string => {
  const fault = scenario.faults[name];
  return fault === undefined ? name : faultTitle(fault, speech);
};

function groupTitle(group: readonly LeastChange[], first: LeastChange, saying: PhraseContext): string {
  const { parts, speech } = saying;
  const { language } = speech;
  const { parameter } = first;
  const words = table[language];
  const values = group.map(shownValue);
  switch (parameter.of) {
    case 'storage':
      return words.check(
        values.map((id) => parts.resources.get(String(id))?.title[language] ?? String(id)).join(words.or),
      );
    case 'length':
      return lengthInWords(first, saying);
    case 'time':
      return words.time(titleOf(parameter.name, saying), numberInWords(first, milliseconds, words));
    case 'absence':
      return words.absence(group.map((one) => titleOf(one.parameter.name, saying)));
    case 'lock':
    case 'run':
      return settingInWords(group, first, saying);
    default:
      return parameter.of satisfies never;
  }
}

/** For a fault that is over at once, its strength. */
function lengthInWords(change: LeastChange, saying: PhraseContext): string {
  const { scenario, parts, speech } = saying;
  const words = table[speech.language];
  const { name } = change.parameter;
  const of = pauseOf(name, saying);
  const length = numberInWords(change, milliseconds, words);
  if (of !== null) return words.pause.length(of, length);
  const fault = scenario.faults[name];
  const isStrength = fault !== undefined && strengthField(fault, parts) !== null;
  const say = !isStrength ? words.length : Number(shownValue(change)) < 0 ? words.strengthBack : words.strength;
  return say(titleOf(name, saying), length);
}

function settingInWords(group: readonly LeastChange[], first: LeastChange, saying: PhraseContext): string {
  const { language } = saying.speech;
  const words = table[language];
  const field = fieldOf(first.parameter, saying);
  if (field === null) return first.parameter.name;
  const label = field.label[language];
  switch (field.kind) {
    case 'number':
      return words.number(label, isLess(first), numberInWords(first, field, words));
    case 'flag':
      return shownValue(first) === true ? label : withColon(label, switchedOff[language]);
    case 'choice': {
      const chosen = group.map(shownValue);
      const options = field.options.filter(({ id }) => chosen.includes(id));
      return withColon(label, options.map((option) => option.label[language]).join(words.or));
    }
    case 'number-or-word':
      return withColon(label, field.word.label[language]);
    default:
      return field satisfies never;
  }
}

const isLess = ({ parameter: { values }, ...change }: LeastChange): boolean =>
  values.kind === 'numbers' && Math.abs(Number(shownValue(change))) < Math.abs(values.current);

const shownValue = ({ value, ownSeedValue }: Pick<LeastChange, 'value' | 'ownSeedValue'>): Setting =>
  value ?? ownSeedValue;

const milliseconds: Pick<NumberField, 'unit'> = { unit: 'ms' };

function numberInWords(change: LeastChange, { unit }: Pick<NumberField, 'unit'>, words: typeof en): string {
  const exact = Math.abs(Number(shownValue(change)));
  const number = change.isConfirmed || exact === 0 ? exact : twoDigits(exact, isLess(change) ? Math.floor : Math.ceil);
  const text = unit === 'ms' ? formatMs(number) : unit === 's' ? formatLength(number * 1e6) : formatNumber(number);
  return change.isConfirmed ? text : words.about(text);
}

/** Rounded to the safe side: a maximum down, a minimum up. */
function twoDigits(exact: number, round: (value: number) => number): number {
  const step = 10 ** (Math.floor(Math.log10(exact)) - 1);
  return Number((round(exact / step) * step).toPrecision(2));
}

/** The unit of a parameter's number. */
export function unitOf(parameter: Parameter, saying: PhraseContext): NumberField['unit'] {
  const field = parameter.of === 'lock' || parameter.of === 'run' ? fieldOf(parameter, saying) : null;
  return field?.kind === 'number' ? field.unit : 'ms';
}

/** The field of a lock's setting or of the run's. */
function fieldOf({ of, name }: Parameter, { scenario, parts }: PhraseContext): Field | NumberOrWordField | null {
  if (of === 'lock') return parts.locks.get(scenario.lock.id)?.fields[name] ?? null;
  const [, field] = Object.entries(settingsFields).find(([path]) => path === name) ?? [];
  return field === undefined || field.kind === 'latency' ? null : field;
}
