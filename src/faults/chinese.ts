/** The Chinese texts of every kind of fault. A kind that is missing does not compile. */
import type { FaultKind } from '../model/fault';
import { clockDrift } from './clockDrift.zh';
import { clockJump } from './clockJump.zh';
import { clockSlew } from './clockSlew.zh';
import { crash } from './crash.zh';
import { cut } from './cut.zh';
import { delay } from './delay.zh';
import { failover } from './failover.zh';
import { keyVanishes } from './keyVanishes.zh';
import { lose } from './lose.zh';
import { noLeader } from './noLeader.zh';
import { pause } from './pause.zh';
import { powerLoss } from './powerLoss.zh';
import { restart } from './restart.zh';
import { slow } from './slow.zh';
import { suspend } from './suspend.zh';
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

export const faultsInChinese: FaultSpeech = new Map(Object.entries(texts));
