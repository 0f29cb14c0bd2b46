// The sign of a tone. The words beside it say the same.
import type { Tone } from '../../model/tone';
import { Sign } from './Sign';
import { toneSigns } from './toneSigns';

export const ToneSign = ({ tone, size = 14 }: { readonly tone: Tone; readonly size?: number }) => (
  <Sign paths={toneSigns[tone]} size={size} strokeWidth={2.5} />
);
