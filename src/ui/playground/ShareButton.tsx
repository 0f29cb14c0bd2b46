// Copies the link of the scenario on screen. If the clipboard is forbidden, the link is shown and can be copied by
// hand.
import { Check, Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { currentAddress } from '../files/address';
import { useLinkCopy } from '../files/useLinkCopy';
import { Button } from '../parts/Button';
import { useWords } from '../words/i18n';
import styles from './TopBar.module.css';

const thanksMs = 2000;

export function ShareButton() {
  const words = useWords();
  const { copyLink, note } = useLinkCopy('./');
  const [state, setState] = useState<'idle' | 'copied' | { readonly link: string }>('idle');
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), thanksMs);
    return () => clearTimeout(timer);
  }, [state]);
  if (typeof state === 'object') {
    return (
      <input
        readOnly
        className={styles.shareLink}
        aria-label={words.bar.shareFailed}
        value={state.link}
        // biome-ignore lint/a11y/noAutofocus: it stands in for the button that was just pressed.
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setState('idle')}
      />
    );
  }
  const share = async (button: Element): Promise<void> => {
    const { isDone, link } = await copyLink(await currentAddress({ size: 'scene' }), button);
    setState(isDone ? 'copied' : { link });
  };
  return (
    <Button onClick={({ currentTarget }) => void share(currentTarget)}>
      {state === 'copied' ? <Check size={15} aria-hidden /> : <Link2 size={15} aria-hidden />}
      <span aria-live="polite" className={styles.shareWord}>
        {state === 'copied' ? words.bar.shared : words.bar.share}
      </span>
      {note}
    </Button>
  );
}
