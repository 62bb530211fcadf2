/** Request and response bodies of admin calls, plain or encrypted as in MinIO's admin API. */
import {
  AdminPayloadError,
  checkedPayload,
  decryptAdminPayload,
  encryptAdminPayload,
  readAtMost,
  type VerifiedRequest,
} from '@cooperage/wire'
import type { Exchange } from '../http/exchange.ts'
import type { HttpResponse } from '../http/response.ts'
import type { AdminCall } from './call.ts'
import { adminError } from './errors.ts'

/** MinIO's limit for encrypted bodies: 256 KiB and the overhead of encryption. */
const MAX_BYTES = 262_272

interface Caller {
  verified: VerifiedRequest
  secretKey: string
  /** Repeats the permission check once the body has arrived. @throws WireError */
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
    const bytes = await readAtMost(payload.body, maxBytes, tooLong)
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
      // All clients accept the cheap algorithm. The costly one would let any user occupy 64 MiB per response.
      const body = await encryptAdminPayload(secretKey, clear, { algorithm: 2 })
      return bytesResponse(body)
    },
  }
}

function bytesResponse(bytes: Buffer): HttpResponse {
  return { status: 200, headers: { 'content-type': 'application/json' }, body: bytes }
}
