/** The license of the storage server and its subscription. */
import * as z from 'zod/mini'
import { route } from '../route.ts'

/** Plans of the storage server's vendor (spec object-browser-and-tools 9). */
export const PLANS = ['COMMUNITY', 'STANDARD', 'ENTERPRISE'] as const
export type Plan = (typeof PLANS)[number]

/** A license may name a plan that is younger than this console: it counts as Standard. */
export function planOf(name: string): Plan {
  return PLANS.find((plan) => plan === name.toUpperCase()) ?? 'STANDARD'
}

/** What a license key states (spec object-browser-and-tools 3, Subscription info). */
export const license = z.object({
  /** As the license names it: see `planOf`. */
  plan: z.string(),
  organization: z.string(),
  /** TiB. */
  storage_capacity: z.number(),
  /** ISO 8601. It may have passed. */
  expires_at: z.string(),
  email: z.string(),
  account_id: z.number(),
})
export type License = z.infer<typeof license>

export const getLicense = route('license.get', 'GET /api/v1/subscription/info', {
  summary: 'Returns the license of the storage server; fails if none is stored.',
  response: license,
  errors: ['LicenseNotFound', 'LicenseNotValid', 'LicenseNotVerifiable'],
})

/** With a key, it is verified offline. With an account, the key comes from the configured subscription service. */
export const activateLicense = route('license.activate', 'POST /api/v1/subscription/validate', {
  summary: 'Verifies a license key, or that of an account, and stores it.',
  body: z.strictObject({
    license: z._default(z.string().check(z.maxLength(16_384)), ''),
    email: z._default(z.string().check(z.maxLength(320)), ''),
    password: z._default(z.string().check(z.maxLength(1024)), ''),
  }),
  response: license,
  errors: [
    'LicenseIncomplete',
    'LicenseNotValid',
    'LicenseExpired',
    'LicenseNotVerifiable',
    'SubscriptionNotConfigured',
    'SubscriptionRefused',
    'SubscriptionUnreachable',
    'AccessDenied',
    'ClusterConflict',
  ],
})

export const refreshLicense = route('license.refresh', 'POST /api/v1/subscription/refresh', {
  summary: 'Requests a new key for the stored license from the configured subscription service.',
  response: license,
  errors: [
    'LicenseNotFound',
    'LicenseNotValid',
    'LicenseExpired',
    'LicenseNotVerifiable',
    'SubscriptionNotConfigured',
    'SubscriptionRefused',
    'SubscriptionUnreachable',
    'AccessDenied',
    'ClusterConflict',
  ],
})
