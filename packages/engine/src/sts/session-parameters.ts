import { checkPolicy } from '@cooperage/wire/policy'
import { stsError } from './errors.ts'

const DEFAULT_SECONDS = 3600
const MIN_SECONDS = 900
const MAX_SECONDS = 365 * 24 * 3600

/** The requested duration in seconds. @throws WireError InvalidParameterValue */
export function durationOf(form: URLSearchParams): number {
  const text = form.get('DurationSeconds') ?? ''
  if (text === '') return DEFAULT_SECONDS
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) throw stsError('InvalidParameterValue', 'invalid token expiry')
  return seconds
}

/** The inline policy of a form as the text to store. @throws WireError InvalidParameterValue */
export function sessionPolicyOf(form: URLSearchParams): string | undefined {
  const text = form.get('Policy') ?? ''
  return text === '' ? undefined : JSON.stringify(checkPolicy(text, 'session').document)
}
