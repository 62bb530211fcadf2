import { expect, test } from 'vitest'
import { destinationOf } from './rule-text.ts'

test.each(['arn:minio:replication::0f2c-77:copies', 'arn:minio:replication:eu:0f2c-77:copies', 'arn:aws:s3:::copies'])(
  'of %s the bucket is shown',
  (bucket) => {
    expect(destinationOf({ destination: { bucket } })).toBe('copies')
  },
)
