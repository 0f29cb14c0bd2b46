// What a press on a lane offers: the faults that change the run, each with its time if it is not the pressed one. A
// choice is played and judged.
import * as Popover from '@radix-ui/react-popover';
import { useEffect, useMemo, useRef, useState } from 'react';
import { hurtWords } from '../../content/texts/hurt';
import { signOf } from '../../core/faults';
import { fewDigits } from '../../core/model/values/format';
import { fromMs, type Ms } from '../../core/model/values/time';
import { everyFault } from '../edit/faultRules';
import {
  commitPlaced,
  type HurtKind,
  hurtsAt,
  type LanePress,
  type Placed,
  type Press,
  placed,
  pressOnLane,
} from '../edit/hurt';
import { Sign } from '../parts/Sign';
import { useCursor } from '../state/cursor';
import { useRun } from '../state/run';
import { useTimeline } from '../state/timeline';
import { useSharedWords, useText } from '../words/i18n';
import styles from './Hurt.module.css';
import { playFrom } from './playAnswer';

export interface HurtProps {
  readonly press: Press;
  readonly close: () => void;
}

export function Hurt({ press, close }: HurtProps) {
  const run = useRun();
  const [on] = useState(() => {
    const { geometry } = useTimeline.getState();
    const of = geometry && pressOnLane(press, run, geometry.picture);
    if (geometry === null || !of) return null;
    const { left, top } = geometry.plot.getBoundingClientRect();
    const { axis, lanes } = geometry.picture;
    const y = typeof press.on === 'string' ? (lanes.all.find(({ id }) => id === press.on)?.y ?? 0) : press.on.y;
    return { press: of, place: new DOMRect(left + axis.x(of.at), top + y, 0, 0) };
  });
  return on === null ? null : <OnLane {...on} close={close} />;
}

interface OnLaneProps extends Pick<HurtProps, 'close'> {
  readonly press: LanePress;
  /** Where it was pressed, in the window. */
  readonly place: DOMRect;
}

function OnLane({ press, place, close }: OnLaneProps) {
  const words = useText()(hurtWords);
  const { onTimeline } = useSharedWords();
  const anchor = useRef({ getBoundingClientRect: () => place });
  const choices = useMemo(() => choicesAt(press), [press]);
  const isPlaying = useCursor(({ playing }) => playing);
  useEffect(() => {
    if (isPlaying) close();
  }, [isPlaying, close]);
  const title = words.title(onTimeline.process(press.process), timeIn(press.at / 1000));
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          className={`card large ${styles.hurt}`}
          aria-label={title}
          sideOffset={14}
          collisionPadding={8}
          updatePositionStrategy="always"
        >
          <p className="bold">{title}</p>
          {choices.length === 0 && <p>{words.nothing}</p>}
          <ul className="stack">
            {choices.map(({ kind, placed: one }) => (
              <li key={kind}>
                <button
                  type="button"
                  className={styles.choice}
                  onClick={() => {
                    commitPlaced(one);
                    close();
                    playFrom(one.name);
                  }}
                >
                  <Sign paths={signOf(kind)} size={17} strokeWidth={1.75} /> {nameOf(kind, press, one, words)}
                </button>
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface Choice {
  readonly kind: HurtKind;
  readonly placed: Placed;
}

/** A fault that changes nothing anywhere is not offered. */
const choicesAt = (press: LanePress): readonly Choice[] =>
  hurtsAt(press, everyFault).flatMap((kind) => {
    const one = placed(kind, press, everyFault);
    return one === null ? [] : [{ kind, placed: one }];
  });

type Words = (typeof hurtWords)['en'];

/** Closer than this to the pressed place, the difference is not visible, in ms. */
const near = 50;

function nameOf(kind: HurtKind, { message }: LanePress, { wanted, at }: Placed, words: Words): string {
  const name = kind === 'clock-jump' ? 'clock' : kind;
  if (Math.abs(wanted - at) >= near) return words.at[name](timeIn(at));
  return name === 'lose' && message !== null ? words.loseThis : words[name];
}

const timeIn = (ms: Ms): string => fewDigits.formatAt(fromMs(ms));
