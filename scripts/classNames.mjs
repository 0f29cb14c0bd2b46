// Names the classes of the CSS modules. The bundler's own names end in a digest, which does not compress.
import { basename } from 'node:path';

/** The file of each name that was given. @type {Map<string, string>} */
const files = new Map();

/**
 * The name of the style sheet and of its class: `Field-row`.
 * @param {string} name the class, as the style sheet says it
 * @param {string} path of the style sheet
 * @returns {string} the class on the page
 */
export function className(name, path) {
  const file = path.replace(/\?.*$/, '');
  const sheet = basename(file, '.module.css');
  const other = files.get(sheet) ?? file;
  if (other !== file) throw new Error(`Two style sheets have the same name: ${other} and ${file}.`);
  files.set(sheet, file);
  return `${sheet}-${name}`;
}
