/** The run for the panels beside the timeline: while a fault is dragged they may follow a little later than the timeline does. */
import { useDeferredValue } from 'react';
import type { Run } from '../../model/run';
import { useRun } from './run';

export const useDeferredRun = (): Run => useDeferredValue(useRun());
