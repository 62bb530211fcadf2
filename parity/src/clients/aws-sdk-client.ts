/** The AWS SDK for JavaScript with its default settings, for the server under test. */
import { S3Client } from '@aws-sdk/client-s3'
import type { Credentials } from '@cooperage/wire'
import { target } from '../target.ts'

export function sdkClient({ accessKey, secretKey, sessionToken }: Credentials = target.root): S3Client {
  return new S3Client({
    endpoint: target.url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: {
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
    },
  })
}
