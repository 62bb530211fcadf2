/** What a check of a data folder can find. */
export const PROBLEMS = {
  /** Stored bytes are not those that were written, or not there. */
  damaged: 'damage',
  /** The index cannot be read, wholly or in a place. */
  unreadable: 'damage',
  /** Rows of the index contradict each other. */
  inconsistent: 'damage',
  /** Space that nothing refers to, for example after a crash; the next start gives it back. */
  leftover: 'note',
} as const satisfies Record<string, 'damage' | 'note'>

export type Problem = keyof typeof PROBLEMS

export interface Finding {
  problem: Problem
  /** What it is about: an object, a part of an upload, a bucket, or a file. Control characters escaped. */
  subject: string
  detail: string
}

/** The order of a check, and what the figures of its summary count. */
export interface CheckSummary {
  buckets: number
  versions: number
  uploads: number
  documents: number
  /** Bytes that were read and compared with their checksums. */
  verifiedBytes: number
}

// Control characters, those that change the direction of text, and halves of surrogate pairs.
const HIDDEN = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu

/** A name as it can be shown on a terminal: what would hide or rearrange text is written as `\u{…}`. */
export function visible(name: string): string {
  return name.replaceAll('\\', '\\\\').replace(HIDDEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}

/** `bucket/key`, with the version unless it is the null version. */
export function objectName(bucket: string, key: string, versionId = 'null'): string {
  return visible(`${bucket}/${key}`) + (versionId === 'null' ? '' : ` (version ${versionId})`)
}
