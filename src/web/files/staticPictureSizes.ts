/** What the site's picture of a run says, and its size; loaded with the dialog that writes embed codes. */

import type { Run } from '../../core/model/trace/run';
import { type Both, inBoth, type Language, type Text } from '../../core/model/values/text';
import { rowsHeight } from '../../picture/layout/rowsHeight';
import { type StaticPictureOptions, staticPicture } from '../../picture/svg/staticPicture';
import { currentParts } from '../state/parts';

interface StaticPictureSize {
  readonly verdictText: string;
  readonly width: number;
  readonly height: number;
}

export interface StaticPictureSizes extends Both<StaticPictureSize> {
  /** The height of the lanes in a frame, in px. */
  readonly rows: number;
}

/** Colours do not change the size. */
export function staticPictureSizes(
  run: Run,
  title: Text,
  of: Pick<StaticPictureOptions, 'story' | 'variantId'>,
): StaticPictureSizes {
  const sized = (language: Language): StaticPictureSize => {
    const { verdictText, width, height } = staticPicture({
      ...of,
      run,
      faults: currentParts().faults,
      title,
      language,
      colour: () => '',
    });
    return { verdictText, width, height };
  };
  return { ...inBoth(sized), rows: rowsHeight(run.trace.header) };
}
