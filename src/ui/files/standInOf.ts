/** What the site's picture of a run says, and its size; loaded with the dialog that writes embed codes. */
import { rowsHeight } from '../../layout/rowsHeight';
import type { Run } from '../../model/run';
import { type Both, inBoth, type Language, type Text } from '../../model/text';
import { standIn, type Told } from '../pictures/standIn';
import { currentParts } from '../state/parts';

interface StandInSize {
  readonly told: string;
  readonly width: number;
  readonly height: number;
}

export interface StandIns extends Both<StandInSize> {
  /** The height of the lanes in a frame, in px. */
  readonly rows: number;
}

/** No colour changes a size. */
export function standInsOf(run: Run, title: Text, of: Pick<Told, 'story' | 'variantId'>): StandIns {
  const sized = (language: Language): StandInSize => {
    const { told, width, height } = standIn({
      ...of,
      run,
      faults: currentParts().faults,
      title,
      language,
      colour: () => '',
    });
    return { told, width, height };
  };
  return { ...inBoth(sized), rows: rowsHeight(run.trace.header) };
}
