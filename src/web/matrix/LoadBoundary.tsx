// Replaces a part of the page that could not be loaded or shown. The table stays. It knows no run and no scenario, so
// that it can load first.
import { Component, type ReactNode } from 'react';
import { Button } from '../parts/Button';
import { useText } from '../words/i18n';
import { tableWords } from './words';

interface LoadBoundaryProps {
  readonly children: ReactNode;
}

interface LoadBoundaryState {
  readonly hasFailed: boolean;
}

export class LoadBoundary extends Component<LoadBoundaryProps, LoadBoundaryState> {
  override state: LoadBoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): LoadBoundaryState {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <PartFailed /> : this.props.children;
  }
}

/** A browser requests a module that failed only once, so the page has to be reloaded. */
function PartFailed() {
  const words = useText()(tableWords);
  return (
    <p role="alert" className="line-below breaks warned pad-y-4 pad-x-6">
      {words.partFailed} <Button onClick={() => location.reload()}>{words.reload}</Button>
    </p>
  );
}
