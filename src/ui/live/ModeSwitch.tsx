// "Simulated | Real Redis", shown if a server answers or a saved run is open.

import { Segmented } from '../parts/Segmented';
import { useLive } from '../state/live';
import { useWords } from '../words/i18n';
import { turnLiveOff, turnLiveOn } from './actions';
import styles from './ModeSwitch.module.css';

export function ModeSwitch() {
  const words = useWords();
  const isOn = useLive((state) => state.isOn);
  return (
    <div className={styles.mode} data-mode-switch>
      <Segmented
        label={words.live.mode}
        value={isOn ? 'live' : 'simulated'}
        options={[
          { id: 'simulated', label: words.live.simulated },
          { id: 'live', label: words.live.real, title: words.live.runHelp },
        ]}
        onChange={(id) => (id === 'live' ? turnLiveOn() : turnLiveOff())}
      />
    </div>
  );
}
