// Two tellings of the story, one above the other on one axis: as told, and fixed.
import { useEffect } from 'react';
import { Timelines } from '../compare/Timelines';
import { compareWith } from '../state/compare';

export function Compared() {
  useEffect(() => compareWith('beside'), []);
  return <Timelines isBare />;
}
