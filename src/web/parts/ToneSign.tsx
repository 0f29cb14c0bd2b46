// The sign of a tone. The words beside it say the same.
import type { Tone } from '../../core/model/trace/severity';
import { toneSigns } from '../../picture/inks/toneSigns';
import { Sign } from './Sign';

export const ToneSign = ({ tone, size = 14 }: { readonly tone: Tone; readonly size?: number }) => (
  <Sign paths={toneSigns[tone]} size={size} strokeWidth={2.5} />
);
