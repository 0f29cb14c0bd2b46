/** A sign for each kind of fault, and the key that adds it, by `event.code`. */
import {
  ArrowLeftRight,
  CircleX,
  ClockArrowUp,
  Hourglass,
  type LucideIcon,
  MailX,
  MoonStar,
  Pause,
  RefreshCw,
  Scissors,
  Snail,
  TimerReset,
  Unplug,
  Watch,
} from 'lucide-react';
import type { FaultKind } from '../../model/fault';

export const faultIcons: Readonly<Record<FaultKind, LucideIcon>> = {
  pause: Pause,
  crash: CircleX,
  'power-loss': Unplug,
  restart: RefreshCw,
  failover: ArrowLeftRight,
  suspend: MoonStar,
  'clock-jump': ClockArrowUp,
  'clock-slew': TimerReset,
  'clock-drift': Watch,
  cut: Scissors,
  slow: Snail,
  lose: MailX,
  delay: Hourglass,
};

/** One letter each, none of them taken by playback. */
export const faultKeys: Readonly<Record<FaultKind, string>> = {
  pause: 'KeyP',
  crash: 'KeyC',
  'clock-jump': 'KeyK',
  'clock-drift': 'KeyD',
  cut: 'KeyX',
  slow: 'KeyS',
  lose: 'KeyL',
  failover: 'KeyF',
  delay: 'KeyY',
  'power-loss': 'KeyO',
  restart: 'KeyR',
  suspend: 'KeyU',
  'clock-slew': 'KeyW',
};

/** The eight of the drawing first; the rest are their relatives. */
export const palette: readonly FaultKind[] = Object.keys(faultKeys) as FaultKind[];
export const paletteShort = 8;
