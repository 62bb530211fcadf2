/** What an archive says about a file in it; all of it may be a lie. */
export interface ArchiveEntry {
  /** With its path, as stored. */
  name: string
  /** Bytes after unpacking. */
  size: number
  /** ISO 8601; '' if unknown. */
  modified: string
  kind: 'file' | 'folder' | 'link' | 'other'
  isEncrypted: boolean
}

/** A part of the list of an archive. */
export interface ArchivePart {
  entries: ArchiveEntry[]
  /** Where the list continues; absent at its end. */
  next?: number
  /** The list can't be read further. */
  isDamaged: boolean
}

/** Entries of a part. */
export const PART_ENTRIES = 500

/** Names longer than this are cut: the longest that file systems store is shorter. */
const MAX_NAME = 1024

/** A name in an archive: UTF-8, else in the encoding of old Windows programs. */
export function decodeName(bytes: Uint8Array): string {
  const shown = bytes.subarray(0, MAX_NAME)
  let name: string
  try {
    name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(shown, { stream: true })
  } catch {
    name = new TextDecoder('windows-1252').decode(shown)
  }
  return bytes.length > MAX_NAME ? `${name}…` : name
}

/** The time of a number of seconds since 1970; '' for one that no calendar has. */
export function isoTime(seconds: number): string {
  const time = new Date(seconds * 1000)
  return seconds <= 0 || Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
