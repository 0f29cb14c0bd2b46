/**
 * The argument between Kleppmann and antirez about Redlock, in steps, each with the runs that show what it says.
 * Sources: the five articles, mostly "On distributed locks" (2021), which quotes both posts of February 2016, their
 * exchange afterwards, Hacker News, Junqueira's note and Burrows' paper on Chubby.
 */
import { answers } from './answers';
import { argument } from './argument';
import { firstLook } from './firstLook';
import type { Step } from './step';

export const essay: readonly Step[] = [...firstLook, ...argument, ...answers];
