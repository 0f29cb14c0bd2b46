// A surrounding page may announce its theme as often as it likes: an embed draws it once per frame.
import { afterEach, expect, test, vi } from 'vitest';
import { connectToHost } from '../../src/web/app/hostMessages';

afterEach(() => vi.unstubAllGlobals());

test('of many themes in one frame the last is shown, and that once', () => {
  const frames: (() => void)[] = [];
  let hear: (event: object) => void = () => undefined;
  const parent = { postMessage: () => undefined };
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  vi.stubGlobal('window', { parent, addEventListener: (_type: string, heard: typeof hear) => (hear = heard) });
  const shown: string[] = [];
  const nothing = (): void => undefined;
  connectToHost('7', { onVisible: nothing, onLanguage: nothing, onTheme: (theme) => shown.push(theme) });
  const postTheme = (theme: string): void =>
    hear({ source: parent, data: { redlock: 1, frame: '7', type: 'theme', theme } });

  for (let i = 0; i < 3000; i++) postTheme(i % 2 === 0 ? 'light' : 'dark');
  expect(shown).toEqual([]);
  for (const draw of frames.splice(0)) draw();
  expect(shown).toEqual(['dark']);
  postTheme('light');
  for (const draw of frames.splice(0)) draw();
  expect(shown).toEqual(['dark', 'light']);
});
