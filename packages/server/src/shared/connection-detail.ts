import type { StorageError } from '@cooperage/storage-client'

/** Why a server that a visitor named didn't respond as expected, in our own words: it may be anything. '' if there is nothing to add. */
export function connectionDetail({ kind, status, cause }: StorageError): string {
  if (kind === 'timeout') return "It didn't respond in time."
  if (status >= 300 && status < 400) return "It responded with a redirect, which isn't followed."
  if (kind === 'refused') return `It responded with status ${status}.`
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'This name has no address.'
  if (code === 'ECONNREFUSED') return 'Nothing listens there.'
  if (/CERT|SIGNED|UNABLE_TO/.test(code)) return `The console doesn't trust its certificate (${code}).`
  return ''
}
