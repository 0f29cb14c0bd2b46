// What replaces a part of the table's page that could not be loaded.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LoadBoundary } from '../../src/web/matrix/LoadBoundary';
import '../support/handIn';

const part = createElement('p', null, 'the part');

test('a part that is there is shown as it is', () => {
  expect(renderToStaticMarkup(createElement(LoadBoundary, null, part))).toBe('<p>the part</p>');
});

test('a part that could not be loaded is replaced by an alert and a way to load the page again', () => {
  const boundary = new LoadBoundary({ children: part });
  boundary.state = LoadBoundary.getDerivedStateFromError();
  const shown = renderToStaticMarkup(createElement('div', null, boundary.render()));
  expect(shown).toContain('role="alert"');
  expect(shown).toContain('This part of the page could not be loaded.');
  expect(shown).toMatch(/<button[^>]*>(<[^>]+>)*Reload the page/);
  expect(shown).not.toContain('the part<');
});
