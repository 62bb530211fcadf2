import { DEFAULT_PROVIDER, getRestartState, type IdentityProvider, listIdentityProviders } from '@cooperage/contract'

/** What a change of a provider changes: the list, and the banner that announces the restart that it needs. */
export const CHANGED = [listIdentityProviders, getRestartState]

export function providerValue({ values }: Pick<IdentityProvider, 'values'>, key: string): string {
  return values.find((one) => one.key === key)?.value ?? ''
}

/** The name that people gave it, or the address of an unnamed one. */
export function titleOf(provider: IdentityProvider): string {
  const given = providerValue(provider, 'display_name')
  if (given !== '') return given
  return provider.name === DEFAULT_PROVIDER ? addressOf(provider) : provider.name
}

export function addressOf(provider: IdentityProvider): string {
  return providerValue(provider, provider.type === 'openid' ? 'config_url' : 'server_addr')
}

/** Whether the environment of the storage server sets some of it, so that it can't be deleted here. */
export function isFromEnvironment({ values }: IdentityProvider): boolean {
  return values.some(({ fromEnvironment }) => fromEnvironment)
}
