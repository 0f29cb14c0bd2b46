/** The texts of every kind of fault in both languages. A kind that is missing does not compile. */
import type { FaultKind } from '../model/fault';
import type { Both, Language } from '../model/text';
import { texts as clockDrift } from './clockDrift';
import { texts as clockJump } from './clockJump';
import { texts as clockSlew } from './clockSlew';
import { texts as crash } from './crash';
import { texts as cut } from './cut';
import { texts as delay } from './delay';
import { texts as failover } from './failover';
import { texts as keyVanishes } from './keyVanishes';
import { texts as lose } from './lose';
import { texts as noLeader } from './noLeader';
import { texts as pause } from './pause';
import { texts as powerLoss } from './powerLoss';
import { texts as restart } from './restart';
import { texts as slow } from './slow';
import { texts as suspend } from './suspend';
import type { FaultSpeech, FaultTexts } from './texts';

const texts: Readonly<Record<FaultKind, Both<FaultTexts>>> = {
  pause,
  crash,
  'clock-jump': clockJump,
  'clock-drift': clockDrift,
  cut,
  slow,
  lose,
  failover,
  delay,
  'power-loss': powerLoss,
  restart,
  suspend,
  'clock-slew': clockSlew,
  'no-leader': noLeader,
  'key-vanishes': keyVanishes,
};

const speechIn = (language: Language): FaultSpeech =>
  new Map(Object.entries(texts).map(([kind, both]) => [kind, both[language]]));

export const faultsInEnglish = speechIn('en');
export const faultsInChinese = speechIn('zh');
