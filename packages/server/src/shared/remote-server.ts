import { AppError, reasonText, type Text } from '@cooperage/contract'
import type { StorageError } from '@cooperage/storage-client'
import { connectionDetail } from './connection-detail.ts'

/** Names, addresses and ports. URL accepts more. */
const HOST = /^[\w.:[\]-]+$/

/**
 * The origin of a storage server as the visitor typed it. Without `useTLS` the scheme is required; with it the scheme, if there
 * is one, takes precedence.
 * @throws AppError InvalidInput
 */
export function remoteAddress(text: string, useTLS?: boolean): URL {
  const typed = text.trim()
  const hasScheme = typed.includes('://')
  if (!hasScheme && useTLS === undefined) throw invalid(reasonText('urlScheme'))
  const address = hasScheme ? typed : `${useTLS ? 'https' : 'http'}://${typed}`
  // URL would drop some of these and treat others as a slash.
  const url = /[\s\\]/.test(address) || !URL.canParse(address) ? undefined : new URL(address)
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw invalid(reasonText('urlIsStorageServer'))
  }
  // It becomes a part of content policies.
  if (!HOST.test(url.host)) throw invalid(reasonText('urlIsStorageServer'))
  if (url.username !== '' || url.password !== '') throw invalid(reasonText('urlHasNoKeys'))
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw invalid(reasonText('urlEndsWithHost'))
  }
  return url
}

function invalid(reason: Text): AppError {
  return new AppError('InvalidInput', { reason })
}

const KEY_CODES = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied', 'InvalidTokenId'])

/** Why a server that a visitor named can't be used. In our own words: it may be anything, so none of its response is passed on. */
export function remoteFailure(error: StorageError, address: string): AppError {
  const options = { cause: error, detailedMessage: connectionDetail(error, address) ?? '' }
  if (error.kind === 'unreadable') return new AppError('RemoteUnreadable', { address }, options)
  if (error.kind !== 'refused') return new AppError('RemoteUnreachable', { address }, options)
  const isAboutKeys = KEY_CODES.has(error.code) || error.status === 401 || error.status === 403
  return new AppError(isAboutKeys ? 'RemoteKeysRefused' : 'RemoteUnreadable', { address }, options)
}
