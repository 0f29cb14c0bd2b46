// What the transports of the details, of the scene and of an embed have in common: play or stop, and the time.
import { Pause, Play } from 'lucide-react';
import { formatAt } from '../../core/model/values/format';
import { IconButton } from '../parts/Tip';
import { useCursor } from '../state/cursor';
import { useSharedWords } from '../words/i18n';
import { togglePlaying } from './play';

interface TransportPartProps {
  readonly className: string | undefined;
}

interface PlayButtonProps extends TransportPartProps {
  /** The size of its sign, in pixels. */
  readonly size: number;
}

export function PlayButton({ className, size }: PlayButtonProps) {
  const { playback: words } = useSharedWords();
  const playing = useCursor((state) => state.playing);
  const Sign = playing ? Pause : Play;
  return (
    <IconButton
      look="ink"
      className={className}
      label={playing ? words.pause : words.play}
      keys={words.space}
      onClick={togglePlaying}
    >
      <Sign size={size} fill="currentColor" aria-hidden />
    </IconButton>
  );
}

/** Only this part of a transport changes with every frame. */
export function Clock({ className }: TransportPartProps) {
  const { playback: words } = useSharedWords();
  const at = useCursor((state) => state.at);
  return (
    <output className={className} aria-label={words.at} aria-live="off">
      {formatAt(at)}
    </output>
  );
}
