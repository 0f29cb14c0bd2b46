// The dialogs that take the run out of the page, bring one in, or make an exercise of it. Loaded when one is opened.
import { Suspense } from 'react';
import { whenWanted } from '../parts/whenWanted';
import { useShare } from '../state/share';

const MakeDialog = whenWanted(() => import('../make/MakeDialog').then(({ MakeDialog }) => MakeDialog));
const ShareDialog = whenWanted(() => import('../share/ShareDialog').then(({ ShareDialog }) => ShareDialog));

export function Dialogs() {
  const dialog = useShare((state) => state.dialog);
  if (dialog === null) return null;
  return <Suspense>{dialog === 'exercise' ? <MakeDialog /> : <ShareDialog dialog={dialog} />}</Suspense>;
}
