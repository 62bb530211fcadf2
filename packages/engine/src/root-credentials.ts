/**
 * The root credentials of a data folder: generated at its first start or taken from the settings, and stored with it. The
 * file has two lines of KEY=VALUE and is readable by its owner only, so that a forgotten secret can be looked up.
 */

import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { newAccessKey, newSecretKey } from '@cooperage/wire'

export interface RootCredentials {
  accessKey: string
  secretKey: string
}

/** A setting or file is wrong; the message says how to correct it. */
export class RootCredentialsError extends Error {
  override name = 'RootCredentialsError'
}

export const ROOT_CREDENTIALS_FILE = 'root-credentials'

/**
 * Loads the credentials of the folder, or creates and stores them. `created` is true only at the first start.
 * @throws RootCredentialsError if `given` is invalid or differs from the stored pair, or if the file is invalid
 */
export async function loadRootCredentials(
  dataDir: string,
  given: RootCredentials | undefined,
): Promise<RootCredentials & { created: boolean }> {
  const path = join(dataDir, ROOT_CREDENTIALS_FILE)
  const stored = await readStored(path)
  if (stored !== undefined) {
    if (given !== undefined && (given.accessKey !== stored.accessKey || given.secretKey !== stored.secretKey)) {
      throw new RootCredentialsError(
        `The root keys given in the settings are not those of this data folder. Start without them to use the folder's own, or write the new ones into ${path}.`,
      )
    }
    return { ...stored, created: false }
  }
  if (given !== undefined) checkPair(given)
  const credentials = given ?? { accessKey: newAccessKey(), secretKey: newSecretKey() }
  await keep(dataDir, path, credentials)
  return { ...credentials, created: true }
}

async function readStored(path: string): Promise<RootCredentials | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const accessKey = /^ACCESS_KEY=(.*)$/m.exec(text)?.[1]?.trim()
  const secretKey = /^SECRET_KEY=(.*)$/m.exec(text)?.[1]?.trim()
  if (!accessKey || !secretKey) {
    throw new RootCredentialsError(`${path} should hold two lines, ACCESS_KEY=… and SECRET_KEY=….`)
  }
  const credentials = { accessKey, secretKey }
  checkPair(credentials)
  return credentials
}

/** The lengths are MinIO's. The characters are those that a credential scope and this file can contain. */
function checkPair({ accessKey, secretKey }: RootCredentials): void {
  if (accessKey.length < 3 || accessKey.length > 128 || /[\s=,/]/.test(accessKey)) {
    throw new RootCredentialsError(
      'The root access key should have 3 to 128 characters, none of them blank or one of "=", "," and "/".',
    )
  }
  if (secretKey.length < 8 || secretKey.length > 128 || /[\r\n]/.test(secretKey) || secretKey.trim() !== secretKey) {
    throw new RootCredentialsError(
      'The root secret key should have 8 to 128 characters, without line breaks or blanks around it.',
    )
  }
}

/** Synced before and after the rename, because displayed credentials must survive a power loss. */
async function keep(dataDir: string, path: string, { accessKey, secretKey }: RootCredentials): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(`ACCESS_KEY=${accessKey}\nSECRET_KEY=${secretKey}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
  const folder = await open(dataDir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
