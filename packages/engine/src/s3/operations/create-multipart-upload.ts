import { writeInitiateMultipartUpload } from '@cooperage/wire'
import { xmlAnswer } from '../../http/answer.ts'
import type { S3Operation } from '../call.ts'
import { checkKeyLength } from '../names.ts'
import { metadataFrom } from '../object-headers.ts'
import { checkWriteHeaders } from '../upload-rules.ts'

export const createMultipartUpload: S3Operation = async ({ engine, bucket, key, headers }) => {
  checkKeyLength(key)
  checkWriteHeaders(headers)
  const { uploadId } = await engine.store.createUpload(bucket, key, { metadata: metadataFrom(headers), tags: {} })
  return xmlAnswer(writeInitiateMultipartUpload({ bucket, key, uploadId }))
}
