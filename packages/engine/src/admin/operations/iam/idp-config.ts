/** The configured identity providers and their roles, which clients need to sign in. */
import { type ConfigKey, SECTIONS } from '../../../config/sections.ts'
import type { AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import type { AdminServices } from '../../services.ts'

const SECTION = 'identity_openid'

interface ProviderField {
  key: string
  value: string
  /** True for a configured value, false for a derived one. */
  isCfg: boolean
  isEnv: false
}

export const listIdpConfig: AdminOperation = async ({ engine, parameters, encryptedResponse }) => {
  const { type } = parameters
  if (isLdap(type)) return encryptedResponse([{ type, name: '_', enabled: false }])
  const providers = engine.config.targetNames(SECTION).map((name) => {
    const provider = findProvider(engine, name)
    const role = provider?.roleArn
    return { type, name, enabled: provider !== undefined, ...(role === undefined ? {} : { roleARN: role }) }
  })
  return encryptedResponse(providers)
}

/** The values that differ from the defaults, without secrets. */
export const getIdpConfig: AdminOperation = async ({ engine, parameters, encryptedResponse }) => {
  const { type, name = '' } = parameters
  const known = isLdap(type) ? ['_'] : engine.config.targetNames(SECTION)
  if (!known.includes(name)) throw adminError('XMinioAdminNoSuchConfigTarget')
  return encryptedResponse({ type, name, info: isLdap(type) ? [] : fieldsOf(engine, name) })
}

/** @throws WireError XMinioAdminConfigInvalidIDPType */
function isLdap(type: string | undefined): boolean {
  if (type !== 'openid' && type !== 'ldap') throw adminError('XMinioAdminConfigInvalidIDPType')
  return type === 'ldap'
}

function findProvider(
  { openId }: AdminServices,
  name: string,
): ReturnType<AdminServices['openId']['all']>[number] | undefined {
  return openId.all().find(({ settings }) => settings.name === name)
}

function fieldsOf(engine: AdminServices, name: string): ProviderField[] {
  const values = engine.config.get(SECTION, name)
  const keys: readonly ConfigKey[] = SECTIONS[SECTION].keys
  const set = keys.flatMap(({ name: key, defaultValue, secret }): ProviderField[] => {
    const value = values[key] ?? defaultValue
    return secret || value === defaultValue ? [] : [{ key, value, isCfg: true, isEnv: false }]
  })
  const role = findProvider(engine, name)?.roleArn
  const all = role === undefined ? set : [...set, { key: 'roleARN', value: role, isCfg: false, isEnv: false as const }]
  return all.sort((one, other) => (one.key < other.key ? -1 : 1))
}
