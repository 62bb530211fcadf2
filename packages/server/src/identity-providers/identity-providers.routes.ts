import {
  AppError,
  addIdentityProvider,
  DEFAULT_PROVIDER,
  deleteIdentityProvider,
  type IdentityProvider,
  listIdentityProviders,
  PROVIDER_KEYS,
  PROVIDER_TYPES,
  type ProviderType,
  reasonText,
  updateIdentityProvider,
} from '@cooperage/contract'
import {
  getIdentityProvider,
  deleteIdentityProvider as removeProvider,
  type StorageClient,
  StorageError,
  setIdentityProvider,
  listIdentityProviders as storedProviders,
} from '@cooperage/storage-client'
import { pendingChangesOf } from '../settings/index.ts'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

const PROVIDER_SUBJECT = {
  action: 'admin:ConfigUpdate',
  feature: 'the configuration of identity providers' as const,
}

interface ProviderValue {
  key: string
  value: string
}

export function identityProviderRoutes({ routes, services }: Registry): void {
  const pending = pendingChangesOf(services)

  routes.withSession(listIdentityProviders, async ({ storage }) => {
    const lists = await withStorageErrors(
      PROVIDER_SUBJECT,
      Promise.all(PROVIDER_TYPES.map((type) => providersOf(storage, type))),
    )
    return { providers: lists.flat() }
  })

  const save = async (
    storage: StorageClient,
    provider: Parameters<typeof setIdentityProvider>[1],
    values: Record<string, string>,
  ) => {
    const time = await withProviderErrors(provider.name, setIdentityProvider(storage, provider, values))
    pending.noteSet(`identity_${provider.type}`, targetOf(provider.name), values, time)
  }

  routes.withSession(addIdentityProvider, async ({ params: { type, name }, body, storage }) => {
    await save(storage, { type, name, isNew: true }, valuesOf(type, body.values))
  })

  routes.withSession(updateIdentityProvider, async ({ params: { type, name }, body, storage }) => {
    const enable = { enable: body.enabled ? 'on' : 'off' }
    await save(storage, { type, name, isNew: false }, { ...valuesOf(type, body.values), ...enable })
  })

  routes.withSession(deleteIdentityProvider, async ({ params: { type, name }, storage }) => {
    const time = await withProviderErrors(name, removeProvider(storage, type, name))
    // A deletion isn't in the history, from which the banner gets what takes effect after a restart.
    pending.noteReset(`identity_${type}`, targetOf(name), [], time)
  })
}

/** The name of the target in the settings. */
function targetOf(name: string): string {
  return name === DEFAULT_PROVIDER ? '' : name
}

/** Providers that were never set up have no values. */
async function providersOf(storage: StorageClient, type: ProviderType): Promise<IdentityProvider[]> {
  const listed = await storedProviders(storage, type)
  const all = await Promise.all(
    listed.map(async ({ name, isEnabled, roleArn }) => ({
      type,
      name,
      enabled: isEnabled,
      roleArn,
      values: (await getIdentityProvider(storage, type, name)).map(({ key, value, isEnvironment }) => ({
        key,
        value,
        fromEnvironment: isEnvironment,
      })),
    })),
  )
  return all.filter(({ values }) => values.length > 0)
}

/** @throws AppError InvalidConfiguration */
export function valuesOf(type: ProviderType, values: readonly ProviderValue[]): Record<string, string> {
  const known: readonly string[] = PROVIDER_KEYS[type]
  for (const { key } of values) {
    if (!known.includes(key)) throw new AppError('InvalidConfiguration', { reason: reasonText('unknownKey', { key }) })
  }
  return Object.fromEntries(values.map(({ key, value }) => [key, value]))
}

/** Codes whose message says what is wrong with the visitor's input. */
const REASONS = new Set([
  'XMinioAdminConfigLDAPValidation',
  'XMinioAdminConfigLDAPNonDefaultConfigName',
  'XMinioAdminConfigBadJSON',
  'XMinioAdminConfigEnvOverridden',
  'XMinioConfigError',
])
const UNKNOWN = new Set([
  'XMinioAdminConfigIDPCfgNameDoesNotExist',
  'XMinioAdminNoSuchConfigTarget',
  'XMinioConfigNotFoundError',
])

async function withProviderErrors<T>(name: string, call: Promise<T>): Promise<T> {
  try {
    return await withStorageErrors(PROVIDER_SUBJECT, call)
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : undefined
    if (!(cause instanceof StorageError)) throw error
    if (UNKNOWN.has(cause.code)) throw new AppError('NoSuchIdentityProvider', { name }, { cause })
    if (cause.code === 'XMinioAdminConfigIDPCfgNameAlreadyExists') {
      throw new AppError('IdentityProviderExists', { name }, { cause })
    }
    if (!REASONS.has(cause.code)) throw error
    const options = { cause, detailedMessage: cause.message }
    throw new AppError('InvalidConfiguration', { reason: reasonText('rejected') }, options)
  }
}
