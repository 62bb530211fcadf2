/** Names of files and folders on this machine, for keys of objects, which may have any name. */
import { numberedName } from '@cooperage/contract'

/** What some file system rejects, what a shell or a path would take for more than a name, and what reorders text. */
const UNUSABLE = /[\p{Cc}\p{Zl}\p{Zp}<>:"/\\|?*\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu
/** Windows ignores dots and spaces at the end, so two names would be one. */
const AT_THE_ENDS = /^\s+|[.\s]+$/gu
/** Devices of Windows, with any extension, and files that its Explorer reads. */
const RESERVED =
  /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$|clock\$)\s*(?:\.|$)|^(?:desktop\.ini|thumbs\.db)$/iu
/** Browsers write no files with these, which a desktop would follow or run. */
const REFUSED = /\.(?:lnk|local|scf|url)$/iu
/** In bytes: file systems allow 255, and browsers add an extension while they write. */
const MAX_BYTES = 200
const MAX_EXTENSION = 16

/** A name that every file system supports: unusable characters become an underscore. */
export function usableName(segment: string): string {
  let name = segment.toWellFormed().replace(UNUSABLE, '_')
  name = shorten(name).replace(AT_THE_ENDS, (text) => '_'.repeat(text.length))
  if (name === '') return '_'
  if (RESERVED.test(name)) name = `_${name}`
  return REFUSED.test(name) ? `${name}_` : name
}

function shorten(name: string): string {
  if (bytesOf(name) <= MAX_BYTES) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= MAX_EXTENSION ? name.slice(dot) : ''
  let base = ''
  let left = MAX_BYTES - bytesOf(extension)
  for (const character of name) {
    left -= bytesOf(character)
    if (left < 0) break
    base += character
  }
  return base + extension
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

interface Folder {
  /** What was chosen for each segment; that of a folder has a final slash. */
  readonly names: Map<string, string>
  /** As file systems compare names that ignore case and composition. */
  readonly taken: Set<string>
  readonly folders: Map<string, Folder>
}

const newFolder = (): Folder => ({ names: new Map(), taken: new Set(), folders: new Map() })

/** The local names of a tree. No two objects get one file: the second of two names that differ only in case is numbered. */
export class LocalNames {
  readonly #root = newFolder()

  /** The folders and the name for a key relative to the tree. The same key always has the same result. */
  pathOf(key: string): string[] {
    const segments = key.split('/')
    let folder = this.#root
    return segments.map((segment, at) => {
      const isFolder = at < segments.length - 1
      const name = nameIn(folder, segment, isFolder)
      if (isFolder) folder = folderIn(folder, name)
      return name
    })
  }
}

function nameIn({ names, taken }: Folder, segment: string, isFolder: boolean): string {
  const id = isFolder ? `${segment}/` : segment
  const known = names.get(id)
  if (known !== undefined) return known
  const wanted = usableName(segment)
  let name = wanted
  for (let number = 1; taken.has(fold(name)); number++) name = numberedName(wanted, number)
  taken.add(fold(name))
  names.set(id, name)
  return name
}

function folderIn({ folders }: Folder, name: string): Folder {
  const inner = folders.get(name) ?? newFolder()
  folders.set(name, inner)
  return inner
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase().toUpperCase()
}
