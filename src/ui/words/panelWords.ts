/** The words of the panels that are loaded when they are opened, in both languages. Only such panels may import it. */
import type { Both } from '../../model/text';
import { panels as english } from '../../texts/en/panels';
import { panels as chinese } from '../../texts/zh/panels';
import { useText } from './i18n';

export type PanelWords = typeof english;

const panelWords: Both<PanelWords> = { en: english, zh: chinese };

export const usePanelWords = (): PanelWords => useText()(panelWords);
