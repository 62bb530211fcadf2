/** Protects the contents of the data folder from other users of the machine. */
import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from './log.ts'

/** All secrets of the store are below these folders, which it creates with this mode. */
const FOLDERS = ['index', 'objects', 'tmp']
const PRIVATE = 0o700

/**
 * Restricts folders that earlier versions, or a manual copy, left open to other users. Logs them if others could enter the
 * data folder and so reach them.
 */
export async function restrictFolders(dataDir: string, log: Log): Promise<void> {
  // Windows has no such modes: permissions are inherited from the parent folder.
  if (process.platform === 'win32') return
  const open: string[] = []
  for (const name of FOLDERS) if (await allowsOthers(join(dataDir, name), 0o077)) open.push(name)
  if (open.length === 0) return
  const wasReachable = await allowsOthers(dataDir, 0o011)
  const what = `Other users of this machine could read ${open.join(' and ')} in ${dataDir}.`
  try {
    for (const name of open) await chmod(join(dataDir, name), PRIVATE)
  } catch (error) {
    // Some network file systems don't support modes, which is no reason not to serve.
    const message = `${what} Their permissions can't be changed: move the data folder to where only its owner can enter.`
    if (wasReachable) log({ level: 'error', message, error: String(error) })
    return
  }
  const next = "If you don't trust all of these users, change the secret keys of all accounts."
  if (wasReachable) log({ level: 'error', message: `${what} Their permissions are 0700 now. ${next}` })
}

/** Whether the folder's mode has any of the bits; not for one that doesn't exist. */
async function allowsOthers(folder: string, bits: number): Promise<boolean> {
  try {
    return ((await stat(folder)).mode & bits) !== 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
