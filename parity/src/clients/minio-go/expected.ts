/** What does not pass of minio-go's tests, word for word, and why. Everything else passes on both servers. */
import { differs } from '../../target.ts'
import type { Changes } from './suite.ts'

export type Expected = Record<string, readonly string[]>

/** A run of some of the tests: all of them as they are, and some once more with what the engine refuses taken out. */
export interface Run {
  name: string
  changes: Changes
  /** All, where it is not said. */
  tests?: readonly string[]
  expected: Expected
}

const PASSES: readonly string[] = []
const lacks = (...what: string[]): readonly string[] => what.map((one) => `NA ${one} is NotImplemented`)
const refusedByEngine = (what: string, reason: string) => differs({ engine: lacks(what), minio: PASSES }, reason)
const refusedByMinio = (what: string, reason: string) => differs({ engine: PASSES, minio: lacks(what) }, reason)

/** For all tests of a list the same shortfalls. */
const each = (tests: readonly string[], shortfalls: readonly string[]): Expected =>
  Object.fromEntries(tests.map((test) => [test, shortfalls]))

const SIGNED_WITH_V2 = [
  'testCopyObjectWithChecksums',
  'testReplaceObjectWithChecksums',
  'testMakeBucketErrorV2',
  'testGetObjectClosedTwiceV2',
  'testFPutObjectV2',
  'testMakeBucketRegionsV2',
  'testGetObjectReadSeekFunctionalV2',
  'testGetObjectReadAtFunctionalV2',
  'testCopyObjectV2',
  'testFunctionalV2',
  'testComposeObjectErrorCasesV2',
  'testCompose10KSourcesV2',
  'testUserMetadataCopyingV2',
  'testPutObject0ByteV2',
  'testPutObjectMetadataNonUSASCIIV2',
  'testPutObjectNoLengthV2',
  'testPutObjectsUnknownV2',
  'testGetObjectContextV2',
  'testFPutObjectContextV2',
  'testPutObjectContextV2',
  'testFGetObjectContextV2',
] as const

const NO_V2 = 'signature version 2 is retired: SHA-1, and what it signs leaves most of a request open'
const V2_REFUSAL =
  'The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.' as const

const VERSION_2: Expected = {
  ...each(SIGNED_WITH_V2, differs({ engine: [`FAIL MakeBucket failed: ${V2_REFUSAL}`], minio: PASSES }, NO_V2)),
  testFGetObjectContextV2: differs({ engine: [`FAIL MakeBucket call failed: ${V2_REFUSAL}`], minio: PASSES }, NO_V2),
}

/** MinIO refuses these too, unless it is given a key server. */
const NO_KEY = 'the engine encrypts with keys of its own; this MinIO was not given one'
const ENCRYPTION: Expected = {
  testSSES3EncryptionPutGet: refusedByMinio('PutEncryptedObject', NO_KEY),
  testSSES3EncryptionFPut: refusedByMinio('FPutEncryptedObject', NO_KEY),
  testSSES3EncryptedGetObjectReadAtFunctional: refusedByMinio('PutObject', NO_KEY),
  testSSES3EncryptedGetObjectReadSeekFunctional: refusedByMinio('PutObject', NO_KEY),
  testEncryptedSSES3ToSSES3CopyObject: refusedByMinio('PutObject', NO_KEY),
  testEncryptedSSES3ToUnencryptedCopyObject: refusedByMinio('PutObject', NO_KEY),
  testUnencryptedToSSES3CopyObject: refusedByMinio('CopyObject', NO_KEY),
  testUnencryptedToSSES3CopyObjectPart: refusedByMinio('NewMultipartUpload', NO_KEY),
  testSSES3EncryptedToUnencryptedCopyPart: refusedByMinio('PutObject', NO_KEY),
  testSSES3EncryptedToSSES3CopyObjectPart: refusedByMinio('PutObject', NO_KEY),
}

/** The suite itself leaves these out: the first wants a message queue in the cloud, the second runs on AWS only. */
const LEFT_OUT: Expected = {
  testBucketNotification: lacks('Skipped'),
  testPutObjectWithAutomaticChecksums: lacks('Checksums'),
}

const ONE_CLASS = 'one machine has one way to store; another class is refused instead of ignored'
const OWN_CORS = 'a bucket has a CORS configuration of its own in the engine'

const DIFFERENT: Expected = {
  testCorsSetGetDelete: refusedByMinio('SetBucketCors', OWN_CORS),
  testCors: refusedByMinio('SetBucketCors', OWN_CORS),
  testGetObjectS3Zip: refusedByEngine('s3zip', 'reading inside zip files is an extension that the engine leaves out'),
  testStorageClassMetadataPutObject: refusedByEngine('PutObject', ONE_CLASS),
  testStorageClassMetadataCopyObject: refusedByEngine('PutObject', ONE_CLASS),
  testListObjects: refusedByEngine('PutObject', ONE_CLASS),
  testListMultipartUpload: differs(
    { engine: ['FAIL ListMultipartUploads-marker failed: want: …'], minio: PASSES },
    'behind a key without an upload id come other keys only, as S3 says; MinIO goes on with uploads of that key',
  ),
  testGetObjectACLContext: refusedByEngine('PutObject', 'access is given by policies, not by lists on objects'),
}

export const RUNS: readonly Run[] = [
  {
    name: 'as they are',
    changes: {},
    expected: { ...VERSION_2, ...ENCRYPTION, ...LEFT_OUT, ...DIFFERENT },
  },
  {
    name: 'with signature version 4 where they ask for version 2',
    changes: { signV4: true },
    tests: SIGNED_WITH_V2,
    expected: {
      // It asserts that version 2 cannot sign additional headers of a presigned address. Version 4 can.
      testFunctionalV2: ['FAIL Presigned with extra headers succeeded'],
    },
  },
]
