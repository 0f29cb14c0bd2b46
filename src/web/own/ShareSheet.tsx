// A link with the reader's code and the faults of its run, and the tag that puts both into a post.
import { useState } from 'react';
import { write } from '../../content/address/write';
import { bytesOf, codeBytesMax, encodeCode } from '../../core/model/link/codeLink';
import { usePublicSite } from '../files/publicSite';
import { Sheet } from '../parts/Sheet';
import { CopyBox } from '../share/CopyBox';
import { Ticks } from '../share/FormParts';
import { PublicSite } from '../share/PublicSite';
import { sentFrom, useOwnCode } from './ownCode';
import { useOwnRuns } from './ownRuns';
import { faultsToShare } from './ownScenario';
import { useOwnWords } from './ownWords';
import styles from './Share.module.css';

export interface ShareSheetProps {
  readonly onClose: () => void;
}

const perKb = 1000;

export function ShareSheet({ onClose }: ShareSheetProps) {
  const words = useOwnWords();
  const { share } = words;
  const { faults, shown } = useOwnRuns();
  const sent = sentFrom(useOwnCode(), faultsToShare(faults, shown));
  const link = encodeCode(sent);
  return (
    <Sheet title={share.title} onClose={onClose} width={620}>
      <div className={`stack gap-5 loose ${styles.share}`}>
        {link === null ? (
          <p role="alert">
            {share.tooLong((Math.ceil(bytesOf(sent) / 100) / 10).toFixed(1), String(codeBytesMax / perKb))}
          </p>
        ) : (
          <Shared link={link} />
        )}
      </div>
    </Sheet>
  );
}

function Shared({ link }: { readonly link: string }) {
  const { share, embedded } = useOwnWords();
  const here = new URL('../', location.href).href;
  const site = usePublicSite(here);
  const [options, setOptions] = useState<ReadonlySet<'editable'>>(new Set());
  const address = new URL(write({ page: 'own', run: { kind: 'code', link } }), site).href;
  const tag = ownTag({ link, isEditable: options.has('editable'), site, name: embedded.name });
  return (
    <>
      <p>{share.lead}</p>
      <PublicSite here={here} />
      <CopyBox label={share.label} text={address} rows={3} />
      <p className="quiet">{share.secret}</p>
      <h3>{share.post}</h3>
      <p>{share.postNote}</p>
      <Ticks
        legend={share.readers}
        options={[{ id: 'editable', label: share.editable }]}
        chosen={options}
        onChange={setOptions}
      />
      <CopyBox label={share.tag} text={tag} rows={5} />
    </>
  );
}

interface Tag {
  /** The part behind `#` in a link to code. */
  readonly link: string;
  readonly isEditable: boolean;
  /** Where readers find the playground, ending with a slash. */
  readonly site: string;
  /** The text of the link for readers without scripts. */
  readonly name: string;
}

function ownTag({ link, isEditable, site, name }: Tag): string {
  const address = new URL(write({ page: 'own', run: { kind: 'code', link } }), site).href;
  return `<script src="${new URL('embed.js', site).href}" defer></script>
<redlock-playground code="${link}"${isEditable ? ' editable' : ''}>
  <a href="${address}">${name}</a>
</redlock-playground>`;
}
