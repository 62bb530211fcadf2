import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, lstat, mkdir, open, readdir, readlink, realpath, stat, unlink } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { ENGINE_LOCK_FILE } from '@cooperage/engine/lock'
import { StartError } from './values.ts'

/** The file in the data folder that a console locks while it runs. */
export const CONSOLE_LOCK_FILE = 'console.lock'

const CHOOSE = 'Choose another folder with --data or COOPERAGE_DATA'

/**
 * Creates the data folder, readable by its owner only, or checks the existing one. It may belong to another user, as volumes of
 * containers do: what counts is whether this process can use it, and whether its data stays usable for the user who wrote it.
 * @param named files that the settings name, such as certificates, which may be in the folder
 * @returns warnings for the user
 * @throws StartError if it can't be used, with the reason and what to do
 */
export async function prepareDataFolder(folder: string, named: readonly string[] = []): Promise<string[]> {
  await rejectUnsafeLink(folder)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartError(`The data folder ${folder} can't be created: ${reason(error)}. ${CHOOSE}.`, {
      cause: error,
    })
  }
  await rejectForeignFolder(folder, named)
  const owner = await ownerOfNewFiles(folder)
  if (owner !== undefined) await rejectDataOfOthers(folder, owner)
  return await openToOthers(folder)
}

/** A link is followed, unless another user could lead it elsewhere. @throws StartError */
async function rejectUnsafeLink(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found?.isSymbolicLink()) return
  const target = await realpath(folder).catch(() => undefined)
  if (target === undefined) {
    const to = await readlink(folder)
    throw new StartError(
      `The data folder ${folder} is a link to ${to}, which doesn't exist. ${CHOOSE}, or create that one.`,
    )
  }
  const me = process.getuid?.()
  if (me === undefined || found.uid === me || found.uid === 0) return
  throw new StartError(
    `The data folder ${folder} is a link that belongs to another user (UID ${found.uid}), who can change where it leads. ` +
      `To use the folder that it leads to now, set --data or COOPERAGE_DATA to ${target}.`,
  )
}

/** Each used folder has one of these; the others can be put there before the first start. */
const OWN_FILES = ['format', 'lock', CONSOLE_LOCK_FILE, 'root-credentials', 'encryption-keys', 'console-secret']
/** What file systems and their servers keep in a new volume, hidden files, and certificates that are meant for Cooperage. */
const HARMLESS = /^(\..*|lost\+found|@eaDir|#recycle|System Volume Information|.*\.(crt|key|pem))$/

/** Files would be mixed with those of somebody else, and perhaps deleted with them. @throws StartError */
async function rejectForeignFolder(folder: string, named: readonly string[]): Promise<void> {
  // Whether it can be read is checked next.
  const names = await readdir(folder).catch((): string[] => [])
  if (names.some((name) => OWN_FILES.includes(name))) return
  if (names.includes('.minio.sys')) {
    throw new StartError(
      `The folder ${folder} has the data of a MinIO server. Cooperage can't open it, but can be its console: ` +
        `start MinIO, and set --storage or COOPERAGE_STORAGE_URL to its address. For an engine of its own, choose another folder with --data or COOPERAGE_DATA.`,
    )
  }
  const isNamed = (name: string) => named.some((path) => `${path}${sep}`.startsWith(join(folder, name) + sep))
  const foreign = names.filter((name) => !HARMLESS.test(name) && !isNamed(name)).sort()
  if (foreign.length === 0) return
  const some = foreign.slice(0, 3).join(', ') + (foreign.length > 3 ? ', …' : '')
  throw new StartError(
    `The folder ${folder} has files that aren't Cooperage's: ${some}. ${CHOOSE}: one that is empty or doesn't exist.`,
  )
}

/**
 * Creates a file, which is the only test that works for every file system, and returns its owner, which isn't always the UID of
 * this process. Undefined if the disk is full, which the engine handles. @throws StartError if this process can't write
 */
async function ownerOfNewFiles(folder: string): Promise<number | undefined> {
  const path = join(folder, `.write-test-${randomBytes(6).toString('hex')}`)
  try {
    await access(folder, constants.R_OK)
    await using file = await open(path, 'wx', 0o600)
    await unlink(path)
    return (await file.stat()).uid
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOSPC' || code === 'EDQUOT') return undefined
    if (code !== 'EACCES' && code !== 'EPERM') {
      throw new StartError(`The data folder ${folder} can't be written to: ${reason(error)}. ${CHOOSE}.`, {
        cause: error,
      })
    }
    const { uid, mode } = await stat(folder)
    const [me, group] = [process.getuid?.(), process.getgid?.()]
    throw new StartError(
      me === undefined
        ? `You don't have permission to read and write the data folder ${folder}. ${CHOOSE}.`
        : `Cooperage runs as UID ${me} and can't use the data folder ${folder}, which belongs to UID ${uid} (mode ${octal(mode)}). ` +
            `${CHOOSE}, or run as root: chown ${me}:${group} ${folder} (for a folder that is mounted in a container, on the host).`,
      { cause: error },
    )
  }
}

/** Root could use another user's data, but the files it writes would lock that user out. @throws StartError */
async function rejectDataOfOthers(folder: string, owner: number): Promise<void> {
  for (const name of [CONSOLE_LOCK_FILE, ENGINE_LOCK_FILE]) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found === undefined || found.uid === owner) continue
    throw new StartError(
      `The data in ${folder} belongs to another user (UID ${found.uid}; Cooperage runs as UID ${owner}). ` +
        `Run Cooperage as that user. ${CHOOSE}, or run as root: chown -R ${owner} ${folder}`,
    )
  }
}

/** Warns if other users can reach into the folder. What Cooperage creates in it is readable by its owner only. */
async function openToOthers(folder: string): Promise<string[]> {
  const { uid, mode } = await stat(folder)
  const me = process.getuid?.()
  // Windows has no such modes.
  if (me === undefined || (mode & 0o007) === 0) return []
  const isSticky = (mode & 0o1000) !== 0
  const can = (mode & 0o002) === 0 ? 'see the names of files in' : isSticky ? 'add files to' : 'delete files in'
  const who = uid === me || me === 0 ? 'run' : `let its owner (UID ${uid}) run`
  return [
    `Other users can ${can} the data folder ${folder} (mode ${octal(mode)}). To prevent that, ${who}: chmod o-rwx ${folder}`,
  ]
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8).padStart(4, '0')
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EEXIST: 'a file of that name exists',
  ENOTDIR: 'part of the path is a file',
  EISDIR: 'it is a folder',
  ENOENT: "the file or its folder doesn't exist",
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
}

/** Describes a failed file operation. */
export function reason(error: unknown): string {
  return REASONS[errorCode(error)] ?? (error instanceof Error ? error.message : String(error))
}
