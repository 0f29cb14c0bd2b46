/**
 * The kinds of faults of this playground, and what other folders need from all of them. A table without one of the
 * kinds does not compile.
 */
import type { FaultKind } from '../model/scenario/fault';
import type { Both, Language } from '../model/values/text';
import * as clockDrift from './clockDrift';
import * as clockJump from './clockJump';
import * as clockSlew from './clockSlew';
import * as crash from './crash';
import * as cut from './cut';
import * as delay from './delay';
import * as failover from './failover';
import type { InjectionRules } from './injectionPoints';
import * as keyVanishes from './keyVanishes';
import * as lose from './lose';
import * as noLeader from './noLeader';
import * as pause from './pause';
import * as powerLoss from './powerLoss';
import type { FaultProgram, FaultPrograms } from './program';
import * as restart from './restart';
import * as sessionEnds from './sessionEnds';
import * as slow from './slow';
import * as suspend from './suspend';
import type { FaultSpeech, FaultTexts } from './texts';

/** In the order of the palette. The eight most used come first. */
const programs: Readonly<Record<FaultKind, FaultProgram>> = {
  pause: pause.pause,
  crash: crash.crash,
  'clock-jump': clockJump.clockJump,
  'clock-drift': clockDrift.clockDrift,
  cut: cut.cut,
  slow: slow.slow,
  lose: lose.lose,
  failover: failover.failover,
  delay: delay.delay,
  'power-loss': powerLoss.powerLoss,
  restart: restart.restart,
  suspend: suspend.suspend,
  'clock-slew': clockSlew.clockSlew,
  'no-leader': noLeader.noLeader,
  'key-vanishes': keyVanishes.keyVanishes,
  'session-ends': sessionEnds.sessionEnds,
};

export const faultPrograms: FaultPrograms = new Map(Object.entries(programs));

const texts: Readonly<Record<FaultKind, Both<FaultTexts>>> = {
  pause: pause.texts,
  crash: crash.texts,
  'clock-jump': clockJump.texts,
  'clock-drift': clockDrift.texts,
  cut: cut.texts,
  slow: slow.texts,
  lose: lose.texts,
  failover: failover.texts,
  delay: delay.texts,
  'power-loss': powerLoss.texts,
  restart: restart.texts,
  suspend: suspend.texts,
  'clock-slew': clockSlew.texts,
  'no-leader': noLeader.texts,
  'key-vanishes': keyVanishes.texts,
  'session-ends': sessionEnds.texts,
};

const speechIn = (language: Language): FaultSpeech =>
  new Map(Object.entries(texts).map(([kind, both]) => [kind, both[language]]));

export const faultsInEnglish = speechIn('en');
export const faultsInChinese = speechIn('zh');

/** SVG paths in a square of 24. They come from lucide, like the page's other signs. */
const signs: Readonly<Record<FaultKind, readonly string[]>> = {
  pause: pause.sign,
  crash: crash.sign,
  'clock-jump': clockJump.sign,
  'clock-drift': clockDrift.sign,
  cut: cut.sign,
  slow: slow.sign,
  lose: lose.sign,
  failover: failover.sign,
  delay: delay.sign,
  'power-loss': powerLoss.sign,
  restart: restart.sign,
  suspend: suspend.sign,
  'clock-slew': clockSlew.sign,
  'no-leader': noLeader.sign,
  'key-vanishes': keyVanishes.sign,
  'session-ends': sessionEnds.sign,
};

/** A flash, for a kind without a sign of its own. */
const plain = ['M13 2 4 14h7l-1 8 9-12h-7z'];

const signOfEach: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(signs));

export const signOf = (kind: string): readonly string[] => signOfEach.get(kind) ?? plain;

/** The rules by which a search places each kind, in the order in which they are tried: the standard kinds first. */
export const injectionRules: Readonly<Record<FaultKind, InjectionRules>> = {
  pause: pause.injectionRules,
  crash: crash.injectionRules,
  lose: lose.injectionRules,
  'clock-jump': clockJump.injectionRules,
  'clock-drift': clockDrift.injectionRules,
  'clock-slew': clockSlew.injectionRules,
  suspend: suspend.injectionRules,
  cut: cut.injectionRules,
  delay: delay.injectionRules,
  slow: slow.injectionRules,
  restart: restart.injectionRules,
  'power-loss': powerLoss.injectionRules,
  failover: failover.injectionRules,
  'key-vanishes': keyVanishes.injectionRules,
  'no-leader': noLeader.injectionRules,
  'session-ends': sessionEnds.injectionRules,
};

/** Every kind that a search can place. */
export const injectableKinds: readonly FaultKind[] = Object.keys(injectionRules).filter(isInjectable);

function isInjectable(name: string): name is FaultKind {
  return Object.hasOwn(injectionRules, name);
}

/** The kinds of the standard space. */
export const standardKinds: readonly FaultKind[] = ['pause', 'crash', 'lose', 'clock-jump'];
