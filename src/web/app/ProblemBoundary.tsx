// Replaces a run that cannot be shown: what went wrong, the scenario, and the way back.
import { Component, type ReactNode } from 'react';
import type { Scenario } from '../../core/model/scenario/scenario';
import { visibleToAll } from '../../core/model/values/visible';
import { Button } from '../parts/Button';
import { copyText } from '../parts/copyText';
import { shownScenario, useEdition } from '../state/edition';
import { useSharedWords } from '../words/i18n';
import styles from './ProblemBoundary.module.css';

interface BoundaryProps {
  readonly children: ReactNode;
}

export function ProblemBoundary({ children }: BoundaryProps) {
  const scenario = useEdition(shownScenario);
  return <Catcher scenario={scenario}>{children}</Catcher>;
}

interface CatcherProps extends BoundaryProps {
  readonly scenario: Scenario;
}

interface CatcherState {
  readonly error: unknown;
  /** The scenario that failed. Another one is tried again. */
  readonly failedWith: Scenario | null;
}

class Catcher extends Component<CatcherProps, CatcherState> {
  override state: CatcherState = { error: null, failedWith: null };

  static getDerivedStateFromError(error: unknown): Partial<CatcherState> {
    return { error };
  }

  override componentDidCatch(): void {
    this.setState({ failedWith: this.props.scenario });
  }

  override componentDidUpdate(): void {
    const { error, failedWith } = this.state;
    if (error !== null && failedWith !== null && failedWith !== this.props.scenario) this.retry();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <Problem error={error} scenario={this.props.scenario} onRetry={this.retry} />;
  }

  private readonly retry = (): void => this.setState({ error: null, failedWith: null });
}

interface ProblemProps {
  readonly error: unknown;
  readonly scenario: Scenario;
  readonly onRetry: () => void;
}

function Problem({ error, scenario, onRetry }: ProblemProps) {
  const words = useSharedWords();
  const canUndo = useEdition((state) => state.past.length > 0 || state.draft !== null);
  const undo = useEdition((state) => state.undo);
  const text = JSON.stringify(scenario, null, 2);
  return (
    <main role="alert" className={`grows pans loose ${styles.problem}`}>
      <h2 className="below-2 large">{words.problem.title}</h2>
      <p>{words.problem.text}</p>
      <div className="flex wrap gap-4">
        <Button look="ink" disabled={!canUndo} onClick={undo}>
          {words.problem.undo}
        </Button>
        <Button onClick={onRetry}>{words.problem.again}</Button>
        <Button onClick={() => void copyText(text)}>{words.problem.copy}</Button>
      </div>
      <h3 className="normal">{words.problem.detail}</h3>
      <pre className={styles.text}>{visibleToAll(error instanceof Error ? error.message : String(error))}</pre>
      <h3 className="normal">{words.problem.scenario}</h3>
      <pre className={styles.text}>{visibleToAll(text)}</pre>
    </main>
  );
}
