import { s3Error } from '../s3/errors.ts'

/** The response of a server without a key management service: objects are encrypted with the server's own keys. */
export function kmsNotConfigured() {
  return s3Error('NotImplemented', 'Server side encryption specified but KMS is not configured')
}
