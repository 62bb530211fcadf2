import { AppError } from '@cooperage/contract'
import * as z from 'zod/mini'

const TIMEOUT_MS = 8_000
const MAX_RESPONSE_BYTES = 64 * 1024

const licenseResponse = z.object({ license: z.string() })

/**
 * The service that issues license keys, at the address of COOPERAGE_SUBSCRIPTION_URL: `POST {url}/license` with
 * `{email, password}` and `POST {url}/license/refresh` with `{license}` return `{license}`.
 */
export class SubscriptionService {
  readonly #url: URL

  constructor(url: URL) {
    this.#url = url
  }

  /** @throws AppError SubscriptionRefused, SubscriptionUnreachable */
  async issue(account: { email: string; password: string }, signal: AbortSignal): Promise<string> {
    return await this.#post('license', account, signal)
  }

  /** @throws AppError SubscriptionRefused, SubscriptionUnreachable */
  async renew(license: string, signal: AbortSignal): Promise<string> {
    return await this.#post('license/refresh', { license }, signal)
  }

  async #post(call: string, body: object, signal: AbortSignal): Promise<string> {
    const base = this.#url.href.replace(/\/$/, '')
    try {
      const response = await fetch(`${base}/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      if (response.status >= 400 && response.status < 500) throw new AppError('SubscriptionRefused')
      if (!response.ok) throw new Error(`The subscription service responded ${response.status}`)
      return z.parse(licenseResponse, JSON.parse(await limitedText(response))).license
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('SubscriptionUnreachable', {}, { cause: error })
    }
  }
}

async function limitedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_RESPONSE_BYTES) throw new Error('The response of the subscription service is too large')
  }
  return text
}
