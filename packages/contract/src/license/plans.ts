/** Plans of the storage server's vendor (spec object-browser-and-tools 9). */
export const PLANS = ['COMMUNITY', 'STANDARD', 'ENTERPRISE'] as const
export type Plan = (typeof PLANS)[number]

/** A license may name a plan that is younger than this console: it counts as Standard. */
export function planOf(name: string): Plan {
  return PLANS.find((plan) => plan === name.toUpperCase()) ?? 'STANDARD'
}
