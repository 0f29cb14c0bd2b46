/** The English texts of every kind of fault. A kind that is missing does not compile. */
import type { FaultKind } from '../model/fault';
import { clockDrift } from './clockDrift.en';
import { clockJump } from './clockJump.en';
import { clockSlew } from './clockSlew.en';
import { crash } from './crash.en';
import { cut } from './cut.en';
import { delay } from './delay.en';
import { failover } from './failover.en';
import { keyVanishes } from './keyVanishes.en';
import { lose } from './lose.en';
import { noLeader } from './noLeader.en';
import { pause } from './pause.en';
import { powerLoss } from './powerLoss.en';
import { restart } from './restart.en';
import { slow } from './slow.en';
import { suspend } from './suspend.en';
import type { FaultSpeech, FaultTexts } from './texts';

const texts: Readonly<Record<FaultKind, FaultTexts>> = {
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

export const faultsInEnglish: FaultSpeech = new Map(Object.entries(texts));
