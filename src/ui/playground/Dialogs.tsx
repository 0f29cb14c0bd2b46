// The dialogs that take the run out of the page, bring one in, or make an exercise of it. Loaded when one is opened.
import { lazy, Suspense } from 'react';
import { useShare } from '../state/share';

const MakeDialog = lazy(() => import('../make/MakeDialog').then(({ MakeDialog }) => ({ default: MakeDialog })));
const ShareDialog = lazy(() => import('../share/ShareDialog').then(({ ShareDialog }) => ({ default: ShareDialog })));

export function Dialogs() {
  const dialog = useShare((state) => state.dialog);
  if (dialog === null) return null;
  return <Suspense>{dialog === 'exercise' ? <MakeDialog /> : <ShareDialog dialog={dialog} />}</Suspense>;
}
