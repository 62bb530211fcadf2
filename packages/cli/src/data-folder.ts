import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { StartError } from './start-error.ts'

/**
 * Creates the data folder, readable by its owner only, or checks the existing one.
 * @throws StartError if it can't be used, with the reason and what to do
 */
export async function prepareDataFolder(folder: string): Promise<void> {
  const elsewhere = 'Choose another folder with --data or COOPERAGE_DATA.'
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartError(`The data folder ${folder} can't be created: ${reason(error)}. ${elsewhere}`, { cause: error })
  }
  const { uid } = await stat(folder)
  const me = userInfo()
  // Root can use another user's folder, but files it writes there would lock that user out. Windows has no UIDs.
  if (me.uid >= 0 && uid !== me.uid) {
    throw new StartError(
      `The data folder ${folder} belongs to another user (UID ${uid}; you are ${me.username}, UID ${me.uid}). ` +
        `Run Cooperage as that user, or choose another folder with --data or COOPERAGE_DATA.`,
    )
  }
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(`The data folder ${folder} can't be written to: ${reason(error)}. ${elsewhere}`, {
      cause: error,
    })
  }
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EEXIST: 'a file of that name exists',
  ENOTDIR: 'part of the path is a file',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
}

/** Describes a failed file operation. */
export function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error))
}
