/**
 * A third-party S3 suite: the functional tests of MinIO's Go client, one by one. A test that fails and is not
 * listed in `minio-go/expected.ts` fails here, and so does one that is listed and passes.
 */
import { describe, expect, test } from 'vitest'
import { isMissing } from './installed.ts'
import { EXPECTED } from './minio-go/expected.ts'
import { shortfalls, suiteTests } from './minio-go/suite.ts'

/** Reading encrypted objects in small pieces takes longest: more than a minute on a busy machine. */
const LIMIT_MS = 300_000

const missing = isMissing('minio-go')
// If it is not installed there are no names, and a group without tests would be an error.
const all = missing ? ['not installed'] : suiteTests()

describe.skipIf(missing)("minio-go's functional tests", { timeout: LIMIT_MS }, () => {
  test.each(all)('%s', async (name) => {
    expect(await shortfalls(name)).toEqual(EXPECTED[name] ?? [])
  })
})

test.skipIf(missing)('every test that is listed exists', () => {
  expect(Object.keys(EXPECTED).filter((name) => !all.includes(name))).toEqual([])
})
