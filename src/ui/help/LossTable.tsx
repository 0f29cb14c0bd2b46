// Where the table opens that says who tells a client of a lost lock: on every page with settings.
import { lazy, Suspense } from 'react';
import { useLossTable } from '../state/lossTable';

const LossSheet = lazy(() => import('./LossSheet').then(({ LossSheet }) => ({ default: LossSheet })));

export function LossTable() {
  const isOpen = useLossTable((state) => state.open);
  return <Suspense>{isOpen && <LossSheet />}</Suspense>;
}
