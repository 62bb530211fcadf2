/**
 * An S3 suite that others wrote: the functional tests of MinIO's Go client, one by one. A test that fails and is not
 * listed in `minio-go/expected.ts` fails here, and so does one that is listed and passes.
 */
import { describe, expect, test } from 'vitest'
import { isMissing } from './installed.ts'
import { expectedShortfalls, SIGNED_WITH_V2 } from './minio-go/expected.ts'
import { type Signature, shortfalls, suiteTests } from './minio-go/suite.ts'

const LIMIT_MS = 120_000

async function check(name: string, signature: Signature): Promise<void> {
  expect(await shortfalls(name, signature)).toEqual(expectedShortfalls(name, signature))
}

// Where it is not installed there are no names, and a group without tests would be an error.
const missing = isMissing('minio-go') ? ['not installed'] : []

describe.skipIf(missing.length > 0)("minio-go's functional tests", { timeout: LIMIT_MS }, () => {
  test.each([...suiteTests(), ...missing])('%s', (name) => check(name, SIGNED_WITH_V2.includes(name) ? 'v2' : 'v4'))
})

describe.skipIf(missing.length > 0)(
  'its tests of signature version 2, signed with version 4',
  { timeout: LIMIT_MS },
  () => {
    test.each(SIGNED_WITH_V2)('%s', (name) => check(name, 'v4'))
  },
)
