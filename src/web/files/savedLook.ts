/** The look of a saved picture: its colours and its font, which it includes. Loaded when a picture is saved. */
import regular from '@fontsource/inter/files/inter-latin-400-normal.woff2?url';
import bold from '@fontsource/inter/files/inter-latin-600-normal.woff2?url';
import type { ColourTheme } from '../../picture/inks/colourOfTheme';
import type { Inks } from '../../picture/inks/inks';
import { themeInks } from '../../picture/inks/themeInks';
import type { MeasureText } from '../../picture/layout/marks';
import themeCss from '../appearance/theme.css?raw';
import { measureWith } from '../appearance/useInks';

/**
 * The file includes the Latin letters of one typeface, so that it looks the same elsewhere. All other letters come
 * from the viewer.
 */
const family = 'Redlock Inter';
const fonts = {
  // A viewer that ignores fonts in a file takes the next font of similar width. Chinese fonts come last, because
  // their punctuation and Latin letters are wider.
  sans: `'${family}', Inter, 'Helvetica Neue', Arial, 'Liberation Sans', 'Noto Sans', system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif`,
  mono: "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
};

export interface SavedLook {
  /** A style sheet with the fonts. */
  readonly css: string;
  readonly inks: Inks;
  readonly measure: MeasureText;
}

export async function savedLook(theme: ColourTheme): Promise<SavedLook> {
  const css = await fontCss();
  const inks = { ...themeInks(themeCss, theme), ...fonts };
  return { css, inks, measure: measureWith(inks) };
}

async function fontCss(): Promise<string> {
  const faces = await Promise.all(
    [
      { weight: '400', url: regular },
      { weight: '600', url: bold },
    ].map(async ({ weight, url }) => {
      const data = await (await fetch(url)).arrayBuffer();
      // Measured with the same letters that the file includes.
      document.fonts.add(await new FontFace(family, data, { weight }).load());
      return `@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/woff2;base64,${base64(data)})}`;
    }),
  );
  return faces.join('');
}

function base64(data: ArrayBuffer): string {
  let binary = '';
  for (const byte of new Uint8Array(data)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
