/** How much room the window has. */
import { mediaHook } from '../parts/mediaHook';

/** Columns are stacked. As in the style sheets of this folder. */
export const useIsNarrow = mediaHook('(max-width: 900px)');

/** Answers are folded into their question. As in Answers.module.css. */
export const useIsLow = mediaHook('(max-height: 620px)');

/** What else can happen is folded into its question. As in Answers.module.css. */
export const useIsOtherFolded = mediaHook('(max-width: 1100px)');

/** The answers are one row, which is moved sideways. As in Answers.module.css. */
export const useIsOneRow = mediaHook('(max-width: 900px) and (max-height: 760px)');

/** The next story is named without its title. As in Answers.module.css. */
export const useIsNextShort = mediaHook('(max-height: 620px), (max-width: 900px)');

/** A small frame: the transport has no line of moments. As in Transport.module.css. */
export const useIsTiny = mediaHook('(max-height: 419px) and (max-width: 559px), (max-height: 359px)');

/** On a projector with few pixels there is room for three clients. */
export const useIsLowRoom = mediaHook('(max-height: 899px)');
