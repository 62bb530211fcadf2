/** Browsers have them on secure pages, and only for host names. */
export function offersPasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(window.location.hostname)
  return window.isSecureContext && 'PublicKeyCredential' in window && !isAddress
}
