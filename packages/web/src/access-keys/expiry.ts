const DAY_MS = 86_400_000

/** How soon an expiry counts as soon. */
const SOON_DAYS = 30

type ExpiryState = 'never' | 'expired' | 'soon' | 'later'

/** `expiry` is ISO 8601; '' for never. */
export function expiryState(expiry: string, now: number): ExpiryState {
  if (expiry === '') return 'never'
  const left = Date.parse(expiry) - now
  if (left <= 0) return 'expired'
  return left <= SOON_DAYS * DAY_MS ? 'soon' : 'later'
}
