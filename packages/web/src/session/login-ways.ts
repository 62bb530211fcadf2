import type { getLoginStrategy, LoginProvider, LoginStrategy, RouteResponse } from '@cooperage/contract'

export type Way = 'sso' | 'ldap' | 'accessKey' | 'customToken' | 'garageToken' | 'clusterToken'
export type LoginOffer = RouteResponse<typeof getLoginStrategy>

/** How the strategies sign in if nothing else is offered. The specification knows only them (core-console 2). */
const SPECIFIED: Record<LoginStrategy, Way> = { form: 'accessKey', redirect: 'sso', 'service-account': 'clusterToken' }

/** The ways to sign in, the first to be shown. */
export function waysOf(offer: LoginOffer): Way[] {
  const { loginStrategy, acceptsAccessKey, acceptsLdap, acceptsGarageToken, acceptsClusterToken, customToken } = offer
  const ways: Way[] = loginStrategy === 'redirect' ? ['sso'] : []
  if (acceptsLdap) ways.push('ldap')
  if (acceptsAccessKey) ways.push('accessKey')
  if (customToken !== '') ways.push('customToken')
  if (acceptsGarageToken) ways.push('garageToken')
  if (acceptsClusterToken) ways.push('clusterToken')
  return ways.length > 0 ? ways : [SPECIFIED[loginStrategy]]
}

/** The identity providers; one without a name if only the address to redirect to is known. */
export function providersOf({ providers, redirect }: LoginOffer): readonly LoginProvider[] {
  return providers.length > 0 || redirect === '' ? providers : [{ id: '', name: '', redirect, problem: '' }]
}
