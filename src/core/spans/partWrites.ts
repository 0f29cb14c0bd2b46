/**
 * An object that is written in parts: the writer of each part, whether the object is whole, and when two writes were
 * mixed.
 */

export interface PartWrite {
  readonly seq: number;
  readonly client: number;
  readonly basedOn: number;
  readonly value: number;
  readonly token: number;
}

interface Part extends PartWrite {
  isWhole: boolean;
}

/** The other write that it was mixed with: the object is half of each. */
export interface Mixed {
  readonly client: number;
  readonly seq: number;
}

export class PartWrites {
  private readonly parts = new Map<number, Part>();
  private standing: { readonly client: number; readonly version: number; readonly seq: number } | null = null;

  /**
   * A part is written. It is mixed with the current whole object if that is newer than the version that the writer
   * had read.
   */
  write(part: number, write: PartWrite): Mixed | null {
    this.parts.set(part, { ...write, isWhole: false });
    const { standing } = this;
    return standing !== null && standing.client !== write.client && write.basedOn < standing.version ? standing : null;
  }

  /** The last part is written. The write is mixed with another one if that one's part overwrote one of its own. */
  complete({
    client,
    version,
    seq,
  }: {
    readonly client: number;
    readonly version: number;
    readonly seq: number;
  }): Mixed | null {
    let other: Mixed | null = null;
    for (const part of this.parts.values()) {
      if (part.client === client) part.isWhole = true;
      else other = part;
    }
    this.standing = { client, version, seq };
    return other;
  }

  /** How many parts come from an unfinished write. */
  get loose(): number {
    let count = 0;
    for (const { isWhole } of this.parts.values()) if (!isWhole) count++;
    return count;
  }
}
