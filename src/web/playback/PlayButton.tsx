// A button that plays or stops.
import { Pause, Play } from 'lucide-react';
import { IconButton } from '../parts/Tip';
import { useCursor } from '../state/cursor';
import { useSharedWords } from '../words/i18n';
import { togglePlaying } from './play';

interface PlayButtonProps {
  readonly className: string | undefined;
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
      hint={words.space}
      onClick={togglePlaying}
    >
      <Sign size={size} fill="currentColor" aria-hidden />
    </IconButton>
  );
}
