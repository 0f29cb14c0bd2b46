// The link of what is on screen, with the site's public address: to a story's page while it is unchanged, otherwise
// to the scenario itself.
import { useState } from 'react';
import { sharedFolder, storyFolder } from '../../content/address/folders';
import { write } from '../../content/address/write';
import { shareWords } from '../../content/texts/share';
import { usePublicSite } from '../files/publicSite';
import { useIsAsPublished } from '../state/asPublished';
import { useEdition } from '../state/edition';
import { useLive } from '../state/live';
import { usePreferences } from '../state/preferences';
import type { Size } from '../state/remembered';
import { useText } from '../words/i18n';
import { CopyBox } from './CopyBox';
import { PublicSite } from './PublicSite';
import styles from './Share.module.css';
import { type ShownAs, useAddressNow } from './useAddressNow';

export function LinkTab() {
  const words = useText()(shareWords);
  const here = new URL('./', location.href).href;
  const site = usePublicSite(here);
  const [hasDetails, setDetails] = useState(false);
  const size: Size = hasDetails ? 'details' : 'scene';
  const [asks, setAsks] = useState(false);
  // The details ask nothing.
  const view: ShownAs = { size, own: { ask: asks && size === 'scene' } };
  const storyAddress = useStoryAddress(site, view);
  return (
    <div className={styles.tab}>
      <PublicSite here={here} />
      {storyAddress === null ? (
        <ScenarioLink site={site} view={view} />
      ) : (
        <>
          <p>{words.link.storyLink}</p>
          <CopyBox label={words.link.label} text={storyAddress} rows={2} />
          <p className="quiet normal">{words.link.unfolds}</p>
        </>
      )}
      <label className={styles.tick}>
        <input type="checkbox" checked={hasDetails} onChange={({ target }) => setDetails(target.checked)} />
        <span>{words.link.details}</span>
      </label>
      {!hasDetails && (
        <label className={styles.tick}>
          <input type="checkbox" checked={asks} onChange={({ target }) => setAsks(target.checked)} />
          <span>{words.link.asks}</span>
        </label>
      )}
    </div>
  );
}

/** @param site where the playground is, ending with a slash */
function ScenarioLink({ site, view }: { readonly site: string; readonly view: ShownAs }) {
  const words = useText()(shareWords);
  const hasServer = useLive((state) => state.hasServer) === true;
  const address = useAddressNow(site, view);
  const code = /#(.*)$/.exec(address)?.[1];
  return (
    <>
      <p>{words.link.lead}</p>
      <CopyBox label={words.link.label} text={address} rows={4} />
      <p className="quiet normal">
        {address.includes('&o=') && `${words.link.outcome} `}
        {words.link.digest(/&d=([0-9a-f]{8})$/.exec(address)?.[1] ?? '…')}
      </p>
      {hasServer && code !== undefined && (
        <>
          <p>{words.link.served}</p>
          <CopyBox label={words.link.servedLabel} text={new URL(write(view, sharedFolder(code)), site).href} rows={4} />
        </>
      )}
    </>
  );
}

/** The page of the story or variant on screen; null after a change, and for a run without a story. */
function useStoryAddress(site: string, view: ShownAs): string | null {
  const story = useEdition((state) => state.storyId);
  const variant = useEdition((state) => state.variantId);
  const language = usePreferences((state) => state.language);
  const isAsPublished = useIsAsPublished();
  if (!isAsPublished || story === null) return null;
  return new URL(write(view, storyFolder({ story, variant }, language)), site).href;
}
