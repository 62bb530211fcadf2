import { inSlices } from './in-slices.ts'

/** A file and the name it is to be stored under, with its folders. */
export interface NamedFile {
  name: string
  file: File
  /** Lets a later page open the file again; only of files that were dropped themselves. */
  handle?: FileSystemFileHandle | undefined
}

/** A file whose metadata has been read, which stays as it was then. */
export interface MeasuredFile extends NamedFile {
  size: number
  lastModified: number
}

/**
 * Reads the sizes of files. Browsers query the disk each time, so for a folder with thousands of files that would be a pause of
 * seconds: each is read once, a few at a time.
 */
export function measureFiles(files: readonly NamedFile[]): Promise<MeasuredFile[]> {
  return inSlices(files, (named) => {
    const { size, lastModified } = named.file
    return { ...named, size, lastModified }
  })
}

/** Files from a file chooser. */
export function chosenFiles(list: FileList | null): NamedFile[] {
  return Array.from(list ?? [], (file) => ({ name: file.webkitRelativePath || file.name, file }))
}

/** Files from a paste; empty if text was pasted. */
export function pastedFiles(clipboard: DataTransfer | null): NamedFile[] {
  return Array.from(clipboard?.files ?? [], (file) => ({ name: file.name, file }))
}

/** Files from a drop, including those in dropped folders. Must be called in the drop event itself. */
export async function droppedFiles(transfer: DataTransfer): Promise<NamedFile[]> {
  // The items are cleared after the event, so all are read before the first await.
  const items = Array.from(transfer.items).filter((item) => item.kind === 'file')
  const dropped = items.map((item) => ({
    file: item.webkitGetAsEntry() ?? item.getAsFile(),
    handle: handleOf(item),
  }))
  const found = await Promise.all(
    dropped.map(async ({ file, handle }) => {
      const [files, opened] = await Promise.all([filesIn(file), handle])
      return opened && files.length === 1 ? files.map((named) => ({ ...named, handle: opened })) : files
    }),
  )
  return found.flat()
}

/** A file that the user chooses now; must be called in a click. Never resolves if nothing is chosen. */
export function chooseFile(): Promise<File> {
  const input = document.createElement('input')
  input.type = 'file'
  return new Promise((resolve) => {
    input.onchange = () => {
      const [file] = input.files ?? []
      if (file) resolve(file)
    }
    input.click()
  })
}

/** Parts of the File System API that TypeScript doesn't declare, and that browsers offer only over HTTPS and on this machine. */
interface WithHandle {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>
}

function handleOf(item: DataTransferItem & WithHandle): Promise<FileSystemFileHandle | undefined> {
  const asked = item.getAsFileSystemHandle?.() ?? Promise.resolve(null)
  return asked.then(
    (handle) => (handle instanceof FileSystemFileHandle ? handle : undefined),
    // The browser provides no handle for this file or folder, but its content can be read.
    () => undefined,
  )
}

/** A drop that a script created has files without entries. */
async function filesIn(dropped: FileSystemEntry | File | null): Promise<NamedFile[]> {
  if (dropped === null) return []
  if (dropped instanceof File) return [{ name: dropped.name, file: dropped }]
  const files: NamedFile[] = []
  await collect(dropped, '', files)
  return files
}

async function collect(entry: FileSystemEntry, above: string, files: NamedFile[]): Promise<void> {
  const name = above + entry.name
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    files.push({ name, file })
  }
  if (!isDirectory(entry)) return
  const reader = entry.createReader()
  for (;;) {
    // A reader returns a folder in batches; an empty one is the end.
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (piece.length === 0) return
    for (const child of piece) await collect(child, `${name}/`, files)
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
