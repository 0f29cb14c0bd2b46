// Scene, details or present: the same control in every header, and the way back from everywhere.
import { Segmented } from '../parts/Segmented';
import { usePreferences } from '../state/preferences';
import { chooseSize, sizes } from '../state/size';
import { useWords } from '../words/i18n';
import styles from './SizeSwitch.module.css';

/** The attribute of the element around the switch. */
export const switchMark = 'data-size-switch';

export function SizeSwitch() {
  const { size: label, sizes: words } = useWords().scene;
  const size = usePreferences((state) => state.size);
  return (
    <div {...{ [switchMark]: '' }} className={styles.switch}>
      <Segmented
        label={label}
        value={size}
        options={sizes.map((id, i) => ({ id, label: words[id], title: `${i + 1}` }))}
        onChange={(next) => chooseSize(next)}
      />
    </div>
  );
}
