import { detailText, type FailureText } from '@cooperage/contract'
import { certificateProblem, type StorageError } from '@cooperage/storage-client'

/**
 * Why a server that a visitor named didn't respond as expected, in our own words: it may be anything. Undefined if there is
 * nothing to add. `host` is what the visitor named.
 */
export function connectionDetail({ kind, status, cause }: StorageError, host: string): FailureText | undefined {
  if (kind === 'timeout') return detailText('noResponseInTime')
  if (status >= 300 && status < 400) return detailText('redirect')
  if (kind === 'refused') return detailText('status', { status })
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (/^(ENOTFOUND|EAI_)/.test(code)) return detailText('noAddress')
  if (code === 'ECONNREFUSED') return detailText('nothingListens')
  return certificateDetail(cause, host)
}

/** Why the console doesn't accept the certificate of a server, and what to do; undefined if `error` has another cause. */
export function certificateDetail(error: unknown, host: string): FailureText | undefined {
  const problem = certificateProblem(error)
  switch (problem?.kind) {
    case 'untrusted':
      return detailText('certificateUntrusted', { host, reason: problem.reason })
    case 'expired':
      return detailText('certificateExpired', { host })
    case 'otherName':
      return detailText('certificateOtherName', { host })
    default:
      return undefined
  }
}
