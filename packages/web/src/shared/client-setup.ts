/** What people enter on their own machine to use the storage server. */
import { ENGINE_FEATURE, type Session } from '@cooperage/contract'

/**
 * The address of the storage server for clients, and who says so: the settings, or the console, which may reach it in another way
 * than clients. `page`: the console reaches its own engine over loopback, which is nobody else's. The engine listens where the
 * console does, so a visitor from elsewhere reaches it under the name of the page.
 */
export function clientEndpoint(
  session: Pick<Session, 'storage' | 'storagePublic' | 'features'> | undefined,
  pageHost: string,
): { endpoint: string; from: 'settings' | 'console' | 'page' } {
  const { storage = '', storagePublic = '', features = [] } = session ?? {}
  const endpoint = storagePublic || storage
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (url === undefined || !features.includes(ENGINE_FEATURE) || !isLoopback(url.hostname) || isLoopback(pageHost)) {
    return { endpoint, from: storagePublic === '' ? 'console' : 'settings' }
  }
  url.hostname = pageHost
  return { endpoint: url.origin, from: 'page' }
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)
}

/** One word of a POSIX shell. A value that needs no quotes gets none: Docker takes those in an env file as part of the value. */
export function shellWord(text: string): string {
  if (/^[\w./:+=@%,-]+$/.test(text)) return text
  return `'${text.replaceAll("'", `'\\''`)}'`
}
