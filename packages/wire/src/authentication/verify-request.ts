/** Determines how a request is signed, and verifies it by the rules of that version. */
import { verifyHeaderV2, verifyQueryV2 } from '../sigv2/verify.ts'
import { ALGORITHM } from '../sigv4/canonical.ts'
import { header, type IncomingRequest, splitTarget } from '../sigv4/incoming.ts'
import { refusal } from '../sigv4/refusals.ts'
import type { VerifiedRequest, VerifyOptions } from '../sigv4/verification.ts'
import { verifyHeaderV4, verifyQueryV4 } from '../sigv4/verify.ts'

/** How a request is authenticated. `unsupported` covers bearer, basic and any other authorization. */
export type AuthenticationForm = 'header' | 'query' | 'header-v2' | 'query-v2' | 'anonymous' | 'unsupported'

export function authenticationForm(request: IncomingRequest): AuthenticationForm {
  const authorization = header(request.headers, 'authorization')?.trimStart()
  if (authorization?.startsWith(ALGORITHM)) return 'header'
  const { query } = splitTarget(request.target)
  if (query.includes('X-Amz-') && new URLSearchParams(query).has('X-Amz-Credential')) return 'query'
  if (authorization !== undefined) return /^AWS(?: |$)/.test(authorization) ? 'header-v2' : 'unsupported'
  return /(?:^|&)AWSAccessKeyId=/.test(query) ? 'query-v2' : 'anonymous'
}

/**
 * Who signed the request.
 * @throws WireError with the protocol's code and status for every refusal; an anonymous request is `AccessDenied`
 */
export function verifyRequest(request: IncomingRequest, options: VerifyOptions): VerifiedRequest {
  const form = authenticationForm(request)
  switch (form) {
    case 'header':
      return verifyHeaderV4(request, options)
    case 'query':
      return verifyQueryV4(request, options)
    case 'header-v2':
    case 'query-v2':
      if (!options.acceptsSignatureV2) throw refusal('mechanismNotSupported')
      return form === 'header-v2' ? verifyHeaderV2(request, options) : verifyQueryV2(request, options)
    case 'unsupported':
      // The server accepts bearer tokens, but for other paths than these.
      throw refusal(
        header(request.headers, 'authorization')?.startsWith('Bearer') ? 'accessDenied' : 'mechanismNotSupported',
      )
    case 'anonymous':
      throw refusal('accessDenied')
  }
}
