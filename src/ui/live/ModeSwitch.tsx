// "Simulated | Real Redis": there where a server answers, or a saved run is open; nowhere else is there anything to switch.
import { useWords } from '../i18n';
import { Segmented } from '../parts/Segmented';
import { turnLiveOff, turnLiveOn, useLive } from '../state/live';
import styles from './ModeSwitch.module.css';

export function ModeSwitch() {
  const words = useWords();
  const isOn = useLive((state) => state.isOn);
  const isThere = useLive(({ hasServer, runs }) => hasServer === true || runs.length > 0);
  if (!isThere) return null;
  return (
    <div className={styles.mode} data-mode-switch>
      <Segmented
        label={words('live.mode')}
        value={isOn ? 'live' : 'simulated'}
        options={[
          { id: 'simulated', label: words('live.simulated') },
          { id: 'live', label: words('live.real'), title: words('live.runHelp') },
        ]}
        onChange={(id) => (id === 'live' ? turnLiveOn() : turnLiveOff())}
      />
    </div>
  );
}
