/** An object that is written in parts: whose part stands where, whether it is whole, and when two writes were mixed. */

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

/** Whose write it was mixed with: half of one, half of another. */
export interface Mixed {
  readonly client: number;
  readonly seq: number;
}

export class ObjectParts {
  private readonly parts = new Map<number, Part>();
  private standing: { readonly client: number; readonly version: number; readonly seq: number } | null = null;

  /** A part lands. Mixed with the whole object that stands, where that is newer than what the writer had read. */
  write(part: number, write: PartWrite): Mixed | null {
    this.parts.set(part, { ...write, isWhole: false });
    const { standing } = this;
    return standing !== null && standing.client !== write.client && write.basedOn < standing.version ? standing : null;
  }

  /** The last part has landed. Mixed with another's part that landed over one of this write. */
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

  /** How many parts are of a write that is not complete. */
  get loose(): number {
    let count = 0;
    for (const { isWhole } of this.parts.values()) if (!isWhole) count++;
    return count;
  }
}
