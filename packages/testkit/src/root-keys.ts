import type { Credentials } from '@cooperage/wire'
import { uniqueName } from './unique-name.ts'

// Inherited by the worker processes of a test run.
process.env.COOPERAGE_TEST_SECRET ??= uniqueName('secret')

/**
 * Root keys of the servers that a test run starts, and of no others. A response on a port picked beforehand proves nothing: an
 * unrelated server there rejects these keys.
 */
export const ROOT_KEYS: Credentials = { accessKey: 'cooperage-root', secretKey: process.env.COOPERAGE_TEST_SECRET }
