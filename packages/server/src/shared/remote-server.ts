import { AppError, reasonText, type Text } from '@cooperage/contract'

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
  if (url.username !== '' || url.password !== '') throw invalid(reasonText('urlHasNoKeys'))
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw invalid(reasonText('urlEndsWithHost'))
  }
  return url
}

function invalid(reason: Text): AppError {
  return new AppError('InvalidInput', { reason })
}
