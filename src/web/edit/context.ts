/** What a page shares with everything that works on its timeline from outside: the palette, the lists, the panels. */
import { createContext, useContext } from 'react';
import { everyFault, type FaultRules } from './faultRules';
import type { TimelineNow } from './geometry';

/** The timeline of a page on which the run can be changed. */
export const TimelineContext = createContext<TimelineNow | null>(null);

export function useTimeline(): TimelineNow {
  const timeline = useContext(TimelineContext);
  if (timeline === null) throw new Error('This page gave its timeline to nobody.');
  return timeline;
}

/** The rules of an exercise; other pages allow everything. */
export const FaultRulesContext = createContext(everyFault);

export const useFaultRules = (): FaultRules => useContext(FaultRulesContext);
