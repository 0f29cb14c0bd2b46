// Two variants of the story, stacked on one axis: as published, and fixed.
import { useEffect } from 'react';
import { Timelines } from '../compare/Timelines';
import { compareWith } from '../state/compare';

export function Compared() {
  useEffect(() => compareWith('beside'), []);
  return <Timelines isBare />;
}
