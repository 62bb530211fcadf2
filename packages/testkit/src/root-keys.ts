import type { Credentials } from '@cooperage/wire'
import { uniqueName } from './unique-name.ts'

// Handed on to the processes that a run of tests is spread over.
process.env.COOPERAGE_TEST_SECRET ??= uniqueName('secret')

/**
 * Root keys of the servers that a run of tests starts, and of no others. An answer on a port that was picked before proves
 * nothing: a server of somebody else that answers there refuses these.
 */
export const ROOT_KEYS: Credentials = { accessKey: 'cooperage-root', secretKey: process.env.COOPERAGE_TEST_SECRET }
