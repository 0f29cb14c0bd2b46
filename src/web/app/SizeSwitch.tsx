// Scene, details or present: the same control in every header, and the way back from everywhere.
import { Segmented } from '../parts/Segmented';
import { usePreferences } from '../state/preferences';
import { chooseSize } from '../state/size';
import { useWords } from '../words/i18n';
import styles from './SizeSwitch.module.css';

/** The attribute of the element around the switch. */
export const switchMark = 'data-size-switch';

export function SizeSwitch() {
  const { size: label, sizes: words } = useWords().scene;
  const size = usePreferences((state) => state.size);
  return (
    <span {...{ [switchMark]: '' }} className={styles.switch}>
      <Segmented
        label={label}
        value={size}
        options={[
          { id: 'scene', label: words.scene, title: '1' },
          { id: 'details', label: words.details, title: '2' },
          { id: 'present', label: words.present, title: '3' },
        ]}
        onChange={(next) => chooseSize(next)}
      />
    </span>
  );
}
