interface Sending {
  url: string
  headers?: Record<string, string>
  bytes: Blob | FormData
  onProgress: (sentBytes: number, ofBytes: number) => void
}

/**
 * The response to a request with these bytes, whatever its status; undefined without one. By XMLHttpRequest, since fetch doesn't
 * report upload progress. @throws the reason of the signal
 */
export function sendBytes(
  method: string,
  { url, headers = {}, bytes, onProgress }: Sending,
  signal: AbortSignal,
): Promise<XMLHttpRequest | undefined> {
  const request = new XMLHttpRequest()
  request.open(method, url)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  return new Promise((resolve, reject) => {
    const abort = () => {
      request.abort()
      reject(signal.reason)
    }
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
    request.onloadend = () => signal.removeEventListener('abort', abort)
    request.onload = () => resolve(request)
    request.onerror = () => resolve(undefined)
    request.send(bytes)
  })
}

/** Like {@link sendBytes}, for the console: what a proxy in front of it responds with success, as with a page to sign in, is none of it. */
export async function sendToConsole(...request: Parameters<typeof sendBytes>): ReturnType<typeof sendBytes> {
  const response = await sendBytes(...request)
  return response && isOfProxy(response) ? undefined : response
}

export function isOfProxy(response: Pick<XMLHttpRequest, 'status' | 'getResponseHeader'>): boolean {
  const { status } = response
  return status < 400 && response.getResponseHeader('content-type')?.startsWith('application/json') !== true
}
