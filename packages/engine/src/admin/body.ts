/** Bodies of admin calls: plain or in the encryption of the admin API, in both directions. */
import {
  AdminPayloadError,
  checkedPayload,
  decryptAdminPayload,
  encryptAdminPayload,
  type VerifiedRequest,
} from '@cooperage/wire'
import type { Exchange } from '../http/exchange.ts'
import { readWhole } from '../http/receive.ts'
import type { HttpResponse } from '../http/response.ts'
import type { AdminCall } from './call.ts'
import { adminError } from './errors.ts'

/** MinIO's limit of an encrypted body: a quarter of a mebibyte and the overhead of encryption. */
const MAX_BYTES = 262_272

interface Caller {
  verified: VerifiedRequest
  secretKey: string
  /** Asked once the body is there. @throws WireError */
  checkAgain(): void
}

export function bodyMethods(
  exchange: Exchange,
  { verified, secretKey, checkAgain }: Caller,
): Pick<AdminCall, 'body' | 'encryptedBody' | 'encryptedResponse'> {
  const body: AdminCall['body'] = async (
    maxBytes = MAX_BYTES,
    tooLong = () => adminError('XMinioAdminConfigTooLarge'),
  ) => {
    const payload = checkedPayload(exchange.signed.headers, exchange.body(), verified)
    const bytes = await readWhole(payload.body, maxBytes, tooLong)
    checkAgain()
    return bytes
  }
  return {
    body,
    async encryptedBody() {
      const length = Number(exchange.headers['content-length'] ?? Number.NaN)
      if (!(length <= MAX_BYTES)) throw adminError('XMinioAdminConfigTooLarge')
      const bytes = await body()
      try {
        return await decryptAdminPayload(secretKey, bytes)
      } catch (cause) {
        if (!(cause instanceof AdminPayloadError)) throw cause
        throw adminError('XMinioAdminConfigBadJSON', undefined, { cause })
      }
    },
    async encryptedResponse(value) {
      const clear =
        typeof value === 'string' || value instanceof Uint8Array
          ? Buffer.from(value)
          : Buffer.from(JSON.stringify(value))
      // Every reader takes the cheap algorithm; the costly one would let any signed-in user occupy 64 MiB an answer.
      const body = await encryptAdminPayload(secretKey, clear, { algorithm: 2 })
      return bytesResponse(body)
    },
  }
}

function bytesResponse(bytes: Buffer): HttpResponse {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: bytes }
}
