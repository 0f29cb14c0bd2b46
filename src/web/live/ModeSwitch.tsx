// "Simulated | Real Redis", shown if a server answers or a saved run is open.

import { Segmented } from '../parts/Segmented';
import { useLive } from '../state/live';
import { useText, useWords } from '../words/i18n';
import { turnLiveOff, turnLiveOn } from './actions';
import { useLiveReason } from './liveReason';
import styles from './ModeSwitch.module.css';

export function ModeSwitch() {
  const words = useWords();
  const text = useText();
  const isOn = useLive((state) => state.isOn);
  const reason = useLiveReason();
  // A saved run can be viewed even without a server.
  const hasRun = useLive(({ runs }) => runs.length > 0);
  return (
    <div className={styles.mode} data-mode-switch>
      <Segmented
        label={words.live.mode}
        value={isOn ? 'live' : 'simulated'}
        options={[
          { id: 'simulated', label: words.live.simulated },
          {
            id: 'live',
            label: words.live.real,
            title: reason === null ? words.live.runHelp : text(reason),
            isOff: reason !== null && !hasRun && !isOn,
          },
        ]}
        onChange={(id) => (id === 'live' ? turnLiveOn() : turnLiveOff())}
      />
    </div>
  );
}
