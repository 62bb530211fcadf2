import { AppError } from '@cooperage/contract'

/**
 * The origin of a storage server as the visitor typed it. Without `useTLS` the scheme is required; with it the scheme, if there
 * is one, takes precedence.
 * @throws AppError InvalidInput
 */
export function remoteAddress(text: string, useTLS?: boolean): URL {
  const typed = text.trim()
  const hasScheme = typed.includes('://')
  if (!hasScheme && useTLS === undefined) throw invalid('targetURL has to begin with https:// or http://')
  const address = hasScheme ? typed : `${useTLS ? 'https' : 'http'}://${typed}`
  // URL would drop some of these and treat others as a slash.
  const url = /[\s\\]/.test(address) || !URL.canParse(address) ? undefined : new URL(address)
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw invalid('targetURL has to be the address of a storage server, for example https://storage.example:9000')
  }
  if (url.username !== '' || url.password !== '')
    throw invalid('targetURL must not contain keys: they have their own fields')
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw invalid('targetURL has to end with the host or its port: buckets have their own field')
  }
  return url
}

function invalid(reason: string): AppError {
  return new AppError('InvalidInput', { reason })
}
