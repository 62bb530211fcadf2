import { splitNames } from '../../iam/names.ts'
import { OpenIdProvider, type ProviderSettings } from './provider.ts'

/** The identity providers of the effective configuration. */
export class OpenIdProviders {
  readonly #providers: readonly OpenIdProvider[]

  constructor(settings: readonly ProviderSettings[], region: string) {
    this.#providers = settings.map((one) => new OpenIdProvider(one, region))
  }

  all(): readonly OpenIdProvider[] {
    return this.#providers
  }

  /** The provider whose tokens name policies in a claim. There is at most one, because such a sign-in names no provider. */
  claimsProvider(): OpenIdProvider | undefined {
    return this.#providers.find(({ roleArn }) => roleArn === undefined)
  }

  roleProvider(roleArn: string): OpenIdProvider | undefined {
    return this.#providers.find((provider) => provider.roleArn === roleArn)
  }

  /** The policies of each role, by role ARN. */
  roles(): ReadonlyMap<string, readonly string[]> {
    return new Map(
      this.#providers.flatMap(({ roleArn, settings }) =>
        roleArn === undefined ? [] : [[roleArn, settings.rolePolicies] as const],
      ),
    )
  }
}

/** Reads the targets of the configuration section `identity_openid`. */
export function providerSettings(
  targets: readonly { name: string; values: Readonly<Record<string, string | undefined>> }[],
): ProviderSettings[] {
  return targets.map(({ name, values }) => ({
    name,
    configUrl: values.config_url ?? '',
    clientId: values.client_id ?? '',
    claimName: values.claim_name || 'policy',
    rolePolicies: splitNames(values.role_policy ?? ''),
  }))
}
