import type { Credentials } from '@cooperage/wire'
import { uniqueName } from './unique-name.ts'

/**
 * Root keys of the servers that this process starts, and of no others. An answer on a port that was picked before proves
 * nothing: a server of somebody else that answers there refuses these.
 */
export const ROOT_KEYS: Credentials = { accessKey: 'cooperage-root', secretKey: uniqueName('secret') }
