// Settings of the lock and of the check that make no sense. The run continues, because seeing it fail is the point.
import { TriangleAlert } from 'lucide-react';
import { withDefaults } from '../../core/model/fields';
import type { Lock } from '../../core/model/lock';
import type { Resource } from '../../core/model/resource';
import type { Choice, Settings } from '../../core/model/scenario';
import { useText } from '../words/i18n';
import styles from './SettingsPanel.module.css';

interface WarningsProps {
  readonly lock: Lock;
  readonly lockChoice: Choice;
  readonly resource: Resource;
  readonly storageChoice: Choice;
  readonly settings: Settings;
}

export function Warnings({ lock, lockChoice, resource, storageChoice, settings }: WarningsProps) {
  const text = useText();
  const found = [
    ...(lock.warnings?.(withDefaults(lock.fields, lockChoice.settings), settings) ?? []),
    ...(resource.warnings?.(withDefaults(resource.fields, storageChoice.settings)) ?? []),
  ];
  if (found.length === 0) return null;
  return (
    <ul className={styles.warnings}>
      {found.map((warning) => (
        <li key={warning.en}>
          <TriangleAlert size={13} aria-hidden />
          <span>{text(warning)}</span>
        </li>
      ))}
    </ul>
  );
}
