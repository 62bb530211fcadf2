/** The problems that a check of a data folder finds. */
export const PROBLEMS = {
  /** Stored bytes fail their checksum or are missing. */
  damaged: 'damage',
  /** The index, or a part of it, is unreadable. */
  unreadable: 'damage',
  /** Rows of the index contradict each other. */
  inconsistent: 'damage',
  /** Unreferenced space, for example after a crash. The next start frees it. */
  leftover: 'note',
} as const satisfies Record<string, 'damage' | 'note'>

export type Problem = keyof typeof PROBLEMS

export interface Finding {
  problem: Problem
  /** An object, part, bucket or file. Control characters are escaped. */
  subject: string
  detail: string
}

/** Counts of a finished check, in its order. */
export interface CheckSummary {
  buckets: number
  versions: number
  uploads: number
  documents: number
  /** Number of verified bytes. */
  verifiedBytes: number
}

// Control characters, those that change the direction of text, and halves of surrogate pairs.
const HIDDEN = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu

/** A name that is safe on a terminal: characters that hide or reorder text are written as `\u{…}`. */
export function visible(name: string): string {
  return name.replaceAll('\\', '\\\\').replace(HIDDEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}

/** `bucket/key`, with the version unless it is the null version. */
export function objectName(bucket: string, key: string, versionId = 'null'): string {
  return visible(`${bucket}/${key}`) + (versionId === 'null' ? '' : ` (version ${versionId})`)
}

/** Messages from the checking process to its parent, one line of JSON each. */
export type CheckMessage =
  | { finding: Finding }
  | { alive: true }
  | { done: CheckSummary }
  | { brokeOff: string }
  | { failed: string }
