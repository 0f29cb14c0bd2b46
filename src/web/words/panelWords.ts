/** The words of the panels that are loaded when they are opened. Only such panels may import it. */
import { type PanelWords, panelWords } from '../../content/texts/panels';
import { useText } from './i18n';

export const usePanelWords = (): PanelWords => useText()(panelWords);
