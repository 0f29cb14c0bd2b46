// A link with the reader's code and the faults of its run, and the tag that puts both into a post.
import { useState } from 'react';
import { write } from '../../content/address/write';
import { bytesOf, codeBytesMax, encodeCode } from '../../core/model/links/codeLink';
import { usePublicSite } from '../files/publicSite';
import { Sheet } from '../parts/Sheet';
import { CopyBox } from '../share/CopyBox';
import { embedTag, linkTag, withScript } from '../share/embedTag';
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
  const sharedCode = sentFrom(useOwnCode(), faultsToShare(faults, shown));
  const link = encodeCode(sharedCode);
  return (
    <Sheet title={share.title} onClose={onClose} width={620}>
      <div className={`stack gap-5 loose ${styles.share}`}>
        {link === null ? (
          <p role="alert">
            {share.tooLong((Math.ceil(bytesOf(sharedCode) / 100) / 10).toFixed(1), String(codeBytesMax / perKb))}
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
  const editable = options.has('editable') ? [['editable', true] as const] : [];
  const tag = embedTag([['code', link], ...editable], linkTag(address, embedded.name));
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
      <CopyBox label={share.tag} text={withScript(site, tag)} rows={5} />
    </>
  );
}
