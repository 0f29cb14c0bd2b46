/**
 * A canvas that writes SVG. It has the part of a 2D context that the painter of the timeline uses, so that the same
 * code paints the page and a picture in a file. Knows no marks and no run. Units are CSS pixels.
 */
import { type Path, pathRound } from 'd3-path';

type Align = 'left' | 'center' | 'right';

interface State {
  globalAlpha: number;
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  lineCap: string;
  lineJoin: string;
  dash: readonly number[];
  /** The offset from the corner of the sheet. */
  x: number;
  y: number;
  /** The id of the current clip; null: none. */
  clipped: string | null;
}

const anchors: Readonly<Record<Align, string>> = { left: 'start', center: 'middle', right: 'end' };

export class SvgContext implements State {
  globalAlpha = 1;
  fillStyle = '#000';
  strokeStyle = '#000';
  lineWidth = 1;
  lineCap = 'butt';
  lineJoin = 'miter';
  font = '400 12px sans-serif';
  textAlign: Align = 'left';
  textBaseline = 'middle';
  dash: readonly number[] = [];
  x = 0;
  y = 0;
  clipped: string | null = null;
  private readonly elements: string[] = [];
  private readonly clips: string[] = [];
  private readonly saved: State[] = [];
  private path: Path = emptyPath();

  /** @param measure the width of a text in the current font */
  constructor(private readonly measure: (text: string, font: string) => number) {}

  /** The painted elements, and the clips that they refer to. */
  get content(): string {
    const defs = this.clips.length === 0 ? '' : `<defs>${this.clips.join('')}</defs>`;
    return `${defs}${this.elements.join('')}`;
  }

  save(): void {
    const { globalAlpha, fillStyle, strokeStyle, lineWidth, lineCap, lineJoin, dash, x, y, clipped } = this;
    this.saved.push({ globalAlpha, fillStyle, strokeStyle, lineWidth, lineCap, lineJoin, dash, x, y, clipped });
  }

  restore(): void {
    Object.assign(this, this.saved.pop());
  }

  translate(x: number, y: number): void {
    this.x += x;
    this.y += y;
  }

  setLineDash(dash: readonly number[]): void {
    this.dash = dash;
  }

  beginPath(): void {
    this.path = emptyPath();
  }

  moveTo(x: number, y: number): void {
    this.path.moveTo(x + this.x, y + this.y);
  }

  /** The first point of a path starts it, as on a canvas. SVG would not draw a path that starts with a line. */
  lineTo(x: number, y: number): void {
    if (`${this.path}` === '') this.moveTo(x, y);
    else this.path.lineTo(x + this.x, y + this.y);
  }

  closePath(): void {
    this.path.closePath();
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.path.rect(x + this.x, y + this.y, width, height);
  }

  roundRect(x: number, y: number, width: number, height: number, radius: number): void {
    const r = Math.max(0, Math.min(radius, width / 2, height / 2));
    const [left, top] = [x + this.x, y + this.y];
    const [right, bottom] = [left + width, top + height];
    this.path.moveTo(left + r, top);
    this.path.arcTo(right, top, right, bottom, r);
    this.path.arcTo(right, bottom, left, bottom, r);
    this.path.arcTo(left, bottom, left, top, r);
    this.path.arcTo(left, top, right, top, r);
    this.path.closePath();
  }

  arc(x: number, y: number, radius: number, from: number, to: number): void {
    this.path.arc(x + this.x, y + this.y, radius, from, to);
  }

  fill(): void {
    this.add(`<path d="${this.path}" fill="${this.fillStyle}"${this.opacity('fill-opacity')}`);
  }

  stroke(): void {
    const { lineWidth, lineCap, lineJoin, dash } = this;
    const cap = lineCap === 'butt' ? '' : ` stroke-linecap="${lineCap}"`;
    const join = lineJoin === 'miter' ? '' : ` stroke-linejoin="${lineJoin}"`;
    const dashes = dash.length === 0 ? '' : ` stroke-dasharray="${dash.join(' ')}"`;
    const line = ` stroke="${this.strokeStyle}" stroke-width="${lineWidth}"${cap}${join}${dashes}`;
    this.add(`<path d="${this.path}" fill="none"${line}${this.opacity('stroke-opacity')}`);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    const position = `x="${short(x + this.x)}" y="${short(y + this.y)}" width="${short(width)}" height="${short(height)}"`;
    this.add(`<rect ${position} fill="${this.fillStyle}"${this.opacity('fill-opacity')}`);
  }

  // The field is called `clipped` because `clip` is the canvas's own name for setting one. Clips are not intersected
  // here.
  clip(): void {
    const id = `clip${this.clips.length}`;
    this.clips.push(`<clipPath id="${id}"><path d="${this.path}"/></clipPath>`);
    this.clipped = id;
  }

  fillText(text: string, x: number, y: number): void {
    this.text(text, x, y, `fill="${this.fillStyle}"${this.opacity('fill-opacity')}`);
  }

  strokeText(text: string, x: number, y: number): void {
    const line = `stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}" stroke-linejoin="round"`;
    this.text(text, x, y, `fill="none" ${line}${this.opacity('stroke-opacity')}`);
  }

  measureText(text: string): { readonly width: number } {
    return { width: this.measure(text, this.font) };
  }

  private text(text: string, x: number, y: number, look: string): void {
    const [, weight = '400', size = '12', family = 'sans-serif'] = /^(\d+) ([\d.]+)px (.*)$/s.exec(this.font) ?? [];
    // The middle of a line is set with a third of the font size, because SVG readers disagree about
    // `dominant-baseline`.
    const position = `x="${short(x + this.x)}" y="${short(y + this.y + Number(size) * 0.35)}"`;
    const anchor = this.textAlign === 'left' ? '' : ` text-anchor="${anchors[this.textAlign]}"`;
    const font = `font-family="${escaped(family)}" font-size="${size}" font-weight="${weight}"`;
    this.elements.push(`<text ${position} ${font}${anchor} ${look}${this.within()}>${escaped(text)}</text>`);
  }

  private add(open: string): void {
    this.elements.push(`${open}${this.within()}/>`);
  }

  private within(): string {
    return this.clipped === null ? '' : ` clip-path="url(#${this.clipped})"`;
  }

  private opacity(name: string): string {
    return this.globalAlpha === 1 ? '' : ` ${name}="${short(this.globalAlpha)}"`;
  }
}

/** Hundredths of a pixel are precise enough. */
const decimals = 2;
const short = (value: number): string => String(Number(value.toFixed(decimals)));
const emptyPath = (): Path => pathRound(decimals);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter);
