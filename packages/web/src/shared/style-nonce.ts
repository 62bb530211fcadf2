/** The Content-Security-Policy allows style elements only with this request's nonce, which the server wrote into the page. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}
