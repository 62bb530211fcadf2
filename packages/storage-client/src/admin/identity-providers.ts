import { configTargetName, listField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, timeOf } from '../send.ts'
import { configLine } from './config.ts'
import { sealedBody, sendForSealed, sendForSealedText } from './sealed-payload.ts'
import { sendAdminForNothing } from './send-admin.ts'

const PATH = '/minio/admin/v3/idp-config'

export type IdentityProviderType = 'openid' | 'ldap'

/** Needs admin:ConfigUpdate, like the calls below. @throws StorageError `XMinioAdminVersionMismatch` on servers before October 2022 */
export async function listIdentityProviders(
  client: StorageClient,
  type: IdentityProviderType,
): Promise<{ name: string; isEnabled: boolean; roleArn: string }[]> {
  const text = await sendForSealedText(client, { method: 'GET', path: `${PATH}/${type}` })
  const all: unknown = parsed(() => JSON.parse(text))
  // RustFS sends the list in an object.
  return listField(Array.isArray(all) ? { idp: all } : objectField(all), 'idp').map((entry) => {
    const provider = objectField(entry)
    return {
      name: textField(provider, 'name'),
      isEnabled: provider.enabled === true,
      roleArn: textField(provider, 'roleARN'),
    }
  })
}

/** The values that are set, without secrets. @throws StorageError `XMinioAdminNoSuchConfigTarget` */
export async function getIdentityProvider(
  client: StorageClient,
  type: IdentityProviderType,
  name: string,
): Promise<{ key: string; value: string; isEnvironment: boolean }[]> {
  const response = await sendForSealed(client, { method: 'GET', path: `${PATH}/${type}/${name}` })
  return (
    listField(response, 'info')
      .map((entry) => objectField(entry))
      // RustFS sends only values of the configuration, and a placeholder for a secret.
      .filter((field) => field.isCfg ?? textField(field, 'value') !== '[redacted]')
      .map((field) => ({
        key: textField(field, 'key'),
        value: textField(field, 'value'),
        isEnvironment: field.isEnv === true,
      }))
  )
}

/**
 * Adds a provider, or changes some values of one, and returns the time of the server. Takes effect after a restart; servers
 * connect to the provider first.
 * @throws StorageError `XMinioAdminConfigIDPCfgNameAlreadyExists`, `XMinioAdminConfigIDPCfgNameDoesNotExist`,
 *   `XMinioAdminConfigLDAPValidation`, `XMinioAdminConfigBadJSON`, `XMinioConfigError`
 * @throws ConfigTextError for a value that the server would read in another way
 */
export async function setIdentityProvider(
  client: StorageClient,
  { type, name, isNew }: { type: IdentityProviderType; name: string; isNew: boolean },
  values: Readonly<Record<string, string>>,
): Promise<number> {
  const section = `identity_${type}`
  // The server adds the section and the name.
  const line = await configLine(client, section, name, values)
  const body = await sealedBody(client, line.slice(configTargetName(section, name).length + 1))
  const method = isNew ? 'PUT' : 'POST'
  return timeOf(await sendAdminForNothing(client, { method, path: `${PATH}/${type}/${name}`, ...body }))
}

/** Returns the time of the server. @throws StorageError `XMinioAdminNoSuchConfigTarget`, `XMinioConfigNotFoundError` */
export async function deleteIdentityProvider(
  client: StorageClient,
  type: IdentityProviderType,
  name: string,
): Promise<number> {
  return timeOf(await sendAdminForNothing(client, { method: 'DELETE', path: `${PATH}/${type}/${name}` }))
}
