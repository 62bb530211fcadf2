import { detailText, type FailureText } from '@cooperage/contract'
import type { StorageError } from '@cooperage/storage-client'

/**
 * Why a server that a visitor named didn't respond as expected, in our own words: it may be anything. Undefined if there is
 * nothing to add.
 */
export function connectionDetail({ kind, status, cause }: StorageError): FailureText | undefined {
  if (kind === 'timeout') return detailText('noResponseInTime')
  if (status >= 300 && status < 400) return detailText('redirect')
  if (kind === 'refused') return detailText('status', { status })
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (/^(ENOTFOUND|EAI_)/.test(code)) return detailText('noAddress')
  if (code === 'ECONNREFUSED') return detailText('nothingListens')
  if (/CERT|SIGNED|UNABLE_TO/.test(code)) return detailText('untrusted', { code })
  return undefined
}
