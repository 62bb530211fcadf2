import { s3Error } from '../s3/errors.ts'

/** Objects are encrypted with keys of this server: there is no service that has others, which clients learn from 501. */
export function noKeyService() {
  return s3Error('NotImplemented', 'Server side encryption specified but KMS is not configured')
}
