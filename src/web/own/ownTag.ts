/** The tag that puts a reader's own code into a post. */
import { write } from '../../content/address/write';

interface Tag {
  /** The part behind `#` in a link to code. */
  readonly link: string;
  readonly isEditable: boolean;
  /** Where readers find the playground, ending with a slash. */
  readonly site: string;
  /** The text of the link for readers without scripts. */
  readonly name: string;
}

export function ownTag({ link, isEditable, site, name }: Tag): string {
  const address = new URL(write({ page: 'own', run: { kind: 'code', link } }), site).href;
  return `<script src="${new URL('embed.js', site).href}" defer></script>
<redlock-playground code="${link}"${isEditable ? ' editable' : ''}>
  <a href="${address}">${name}</a>
</redlock-playground>`;
}
