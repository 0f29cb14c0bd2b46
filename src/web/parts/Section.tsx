// A titled group of a side panel. White space does the grouping; the title is small and quiet.
import { type ReactNode, useId } from 'react';
import styles from './Section.module.css';

interface SectionProps {
  readonly title: string;
  /** Beside the title, on the right. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="stack gap-4 narrows">
      <div className="flex baseline between gap-4">
        <h2 id={id} className={`quiet strong normal ${styles.title}`}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
