import { createHash } from 'node:crypto'
import type { Credentials } from '@cooperage/wire'

/**
 * Root keys of a server under test, the same at every start on a data folder and of no other folder. An answer on a port that
 * was picked before proves nothing: a server of somebody else that answers there refuses these.
 */
export function rootKeysOf(dataDir: string): Credentials {
  return { accessKey: 'cooperage-root', secretKey: createHash('sha256').update(dataDir).digest('hex') }
}
