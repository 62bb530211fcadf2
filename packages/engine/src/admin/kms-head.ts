import type { Head } from '../http/head.ts'
import { authenticate } from '../identity/authenticate.ts'
import { s3Error } from '../s3/errors.ts'
import { adminHead } from './head.ts'

/** The key management API: there is no KMS, which clients learn from 501. */
export const kmsHead: Head = {
  takes: ({ path }) => path.startsWith('/minio/kms/'),

  async answer(engine, exchange) {
    authenticate(engine, exchange)
    throw s3Error('NotImplemented', 'Server side encryption specified but KMS is not configured')
  },

  answerError: adminHead.answerError,
}
