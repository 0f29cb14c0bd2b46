// Views of the same thing, one at a time. Arrow keys go from tab to tab, as usual.
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import styles from './Tabs.module.css';

interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
  /** Takes the remaining height and scrolls inside. */
  readonly fills?: boolean;
}

interface TabsProps {
  readonly tabs: readonly Tab[];
  /** The tab that is open at first; absent: the first tab. */
  readonly first?: string;
  /** Called with the tab that a person opened. */
  readonly onChoose?: (id: string) => void;
  /** The tabs stay, and the content below them scrolls in the height that is left. */
  readonly fillsRest?: boolean;
}

export function Tabs({ tabs, first = tabs[0]?.id, onChoose, fillsRest = false }: TabsProps) {
  const group = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(first);
  const choose = (id: string): void => {
    setChosen(id);
    onChoose?.(id);
  };
  const current = tabs.find(({ id }) => id === chosen);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = neighbour(
      event.key,
      tabs.findIndex(({ id }) => id === chosen),
      tabs.length,
    );
    const tab = next === null ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    choose(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next ?? 0]?.focus();
  };
  return (
    <div className={`stack whole ${styles.panel}`} data-fills-rest={fillsRest}>
      <div ref={list} role="tablist" className={styles.tabs} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${group}${id}`}
            aria-selected={id === chosen}
            aria-controls={`${group}panel`}
            tabIndex={id === chosen ? 0 : -1}
            className={`firm quiet strong lights pad-y-4 ${styles.tab}`}
            onClick={({ currentTarget }) => {
              choose(id);
              // On a phone the tabs stand in a row that scrolls.
              currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${group}panel`}
        aria-labelledby={`${group}${chosen}`}
        className={`slim ${styles.content}`}
        data-fills={current?.fills}
        tabIndex={fillsRest && current?.fills !== true ? 0 : undefined}
      >
        {current?.content}
      </div>
    </div>
  );
}

function neighbour(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
