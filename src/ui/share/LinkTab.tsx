// The link of what is on screen, on the site as readers will find it: of a story's page as long as nothing is changed, else of the
// scenario itself.

import { sharedFolder, toldFolder } from '../address/folders';
import { usePublicSite } from '../files/publicSite';
import { useIsAsTold } from '../state/asTold';
import { useEdition } from '../state/edition';
import { useLive } from '../state/live';
import { usePreferences } from '../state/preferences';
import { useText } from '../words/i18n';
import { CopyBox } from './CopyBox';
import { PublicSite } from './PublicSite';
import styles from './Share.module.css';
import { useAddressNow } from './useAddressNow';
import { shareWords } from './words';

export function LinkTab() {
  const words = useText()(shareWords);
  const here = new URL('./', location.href).href;
  const site = usePublicSite(here);
  const told = useToldAddress(site);
  return (
    <div className={styles.tab}>
      <PublicSite here={here} />
      {told === null ? (
        <ScenarioLink site={site} />
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

/** @param site where the playground is, ending with a slash */
function ScenarioLink({ site }: { readonly site: string }) {
  const words = useText()(shareWords);
  const hasServer = useLive((state) => state.hasServer) === true;
  const address = useAddressNow(site);
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
          <CopyBox label={words.link.servedLabel} text={new URL(sharedFolder(code), site).href} rows={4} />
        </>
      )}
    </>
  );
}

/** The page of the story or variant on screen; null once it is changed, and for a run of no story. */
function useToldAddress(site: string): string | null {
  const story = useEdition((state) => state.storyId);
  const variant = useEdition((state) => state.variantId);
  const language = usePreferences((state) => state.language);
  const isAsTold = useIsAsTold();
  return isAsTold && story !== null ? new URL(toldFolder({ story, variant }, language), site).href : null;
}
