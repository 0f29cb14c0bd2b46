// The link of what is on screen: of a story's page as long as nothing is changed, else of the scenario itself.
import { useIsAsTold } from '../state/asTold';
import { useLive } from '../state/live';
import { usePreferences } from '../state/preferences';
import { useScenario } from '../state/scenario';
import { sharedFolder, toldFolder } from '../unfold/addresses';
import { useText } from '../words/i18n';
import { CopyBox } from './CopyBox';
import styles from './Share.module.css';
import { useAddressNow } from './useAddressNow';
import { shareWords } from './words';

export function LinkTab() {
  const words = useText()(shareWords);
  const told = useToldAddress();
  return (
    <div className={styles.tab}>
      {told === null ? (
        <ScenarioLink />
      ) : (
        <>
          <p>{words.link.told}</p>
          <CopyBox label={words.link.label} text={told} rows={2} />
          <p className={styles.small}>{words.link.unfolds}</p>
        </>
      )}
    </div>
  );
}

function ScenarioLink() {
  const words = useText()(shareWords);
  const hasServer = useLive((state) => state.hasServer) === true;
  const address = useAddressNow();
  const code = /#(.*)$/.exec(address)?.[1];
  return (
    <>
      <p>{words.link.lead}</p>
      <CopyBox label={words.link.label} text={address} rows={4} />
      <p className={styles.small}>
        {address.includes('&o=') && `${words.link.outcome} `}
        {words.link.digest(/&d=([0-9a-f]{8})$/.exec(address)?.[1] ?? '…')}
      </p>
      {hasServer && code !== undefined && (
        <>
          <p>{words.link.served}</p>
          <CopyBox label={words.link.servedLabel} text={new URL(sharedFolder(code), siteNow()).href} rows={4} />
        </>
      )}
    </>
  );
}

/** The page of the story or variant on screen; null once it is changed, and for a run of no story. */
function useToldAddress(): string | null {
  const story = useScenario((state) => state.storyId);
  const variant = useScenario((state) => state.variantId);
  const language = usePreferences((state) => state.language);
  const isAsTold = useIsAsTold();
  return isAsTold && story !== null ? new URL(toldFolder({ story, variant }, language), siteNow()).href : null;
}

const siteNow = (): string => new URL('./', location.href).href;
