import type { Scope, Service } from './canonical.ts'
import { refusal, wrongRegion } from './refusals.ts'

export interface ScopedCredential {
  accessKey: string
  scope: Scope
}

/** `us-east-1` was once called `US`, and some clients still send that. */
function canonicalRegion(region: string): string {
  return region === 'US' ? 'us-east-1' : region
}

/**
 * Parses `ACCESSKEY/yyyymmdd/region/service/aws4_request`. The access key may contain slashes. Without a configured region
 * any is accepted, even an empty one.
 * @throws WireError
 */
export function parseCredential(
  text: string,
  service: Service,
  configuredRegion: string | undefined,
): ScopedCredential {
  const parts = text.trim().split('/')
  while (parts.at(-1) === '') parts.pop()
  const [date, region, signedService, terminal] = parts.slice(-4)
  if (
    parts.length < 5 ||
    date === undefined ||
    region === undefined ||
    signedService === undefined ||
    terminal === undefined
  ) {
    throw refusal('credentialMalformed')
  }
  const accessKey = parts.slice(0, -4).join('/')
  if (accessKey.length < 3) throw refusal('unknownAccessKey')
  if (!/^\d{8}$/.test(date)) throw refusal('credentialDateMalformed')
  if (configuredRegion && canonicalRegion(region) !== canonicalRegion(configuredRegion)) {
    throw wrongRegion(configuredRegion)
  }
  if (signedService !== service) throw refusal(service === 'sts' ? 'wrongServiceSts' : 'wrongServiceS3')
  if (terminal !== 'aws4_request') throw refusal('wrongTerminal')
  return { accessKey, scope: { date, region, service } }
}

/** Milliseconds since the epoch of `yyyymmddThhmmssZ`. */
export function parseTimestamp(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour, minute, second] = match
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : time
}
