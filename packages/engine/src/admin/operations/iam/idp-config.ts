/** The configurations of identity providers: sections of the settings, one target for each. */
import { CHECK_ADVICE, CHECK_STEPS, DirectoryCheckError } from '@cooperage/directory'
import { compareText, WireError } from '@cooperage/wire'
import { type ConfigKey, DEFAULT_TARGET, SECTIONS } from '../../../config/sections.ts'
import type { HttpResponse } from '../../../http/response.ts'
import { s3Error } from '../../../s3/errors.ts'
import type { AdminCall, AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import type { AdminServices } from '../../services.ts'

const SECTION_OF = { openid: 'identity_openid', ldap: 'identity_ldap' } as const

type ProviderType = keyof typeof SECTION_OF

interface ProviderField {
  key: string
  value: string
  /** True for a configured value, false for a derived one. */
  isCfg: boolean
  isEnv: false
}

export const listIdpConfig: AdminOperation = async ({ engine, parameters, encryptedResponse }) => {
  const type = typeOf(parameters.type)
  const enabled = new Set(engine.config.targets(SECTION_OF[type]).map(({ name }) => name))
  const providers = engine.config.targetNames(SECTION_OF[type]).map((name) => {
    const role = roleOf(engine, type, name)
    return { type, name, enabled: enabled.has(name), ...(role === undefined ? {} : { roleARN: role }) }
  })
  return encryptedResponse(providers)
}

/** The values that differ from the defaults, without secrets. */
export const getIdpConfig: AdminOperation = async ({ engine, parameters, encryptedResponse }) => {
  const [type, name] = [typeOf(parameters.type), parameters.name ?? '']
  if (!engine.config.targetNames(SECTION_OF[type]).includes(name)) throw adminError('XMinioAdminNoSuchConfigTarget')
  return encryptedResponse({ type, name, info: fieldsOf(engine, type, name) })
}

/** Effective after a restart, like the calls below. */
export const addIdpConfig: AdminOperation = (call) => setIdpConfig(call, { isNew: true })

export const updateIdpConfig: AdminOperation = (call) => setIdpConfig(call, { isNew: false })

async function setIdpConfig(call: AdminCall, { isNew }: { isNew: boolean }): Promise<HttpResponse> {
  const { engine, exchange, parameters } = call
  // As in MinIO, which would parse a form.
  if (exchange.headers['content-type'] !== 'application/octet-stream') throw s3Error('BadRequest', '400 BadRequest')
  const values = (await call.encryptedBody()).toString()
  const [type, name] = [typeOf(parameters.type), parameters.name ?? '']
  if (type === 'ldap' && name !== DEFAULT_TARGET) throw adminError('XMinioAdminConfigLDAPNonDefaultConfigName')
  const isKnown = isConfigured(engine, type, name)
  if (isNew && isKnown) throw adminError('XMinioAdminConfigIDPCfgNameAlreadyExists')
  if (!isNew && !isKnown) throw adminError('XMinioAdminConfigIDPCfgNameDoesNotExist')
  try {
    await engine.config.set(`${targetKey(type, name)} ${values}`)
  } catch (error) {
    throw toValidationError(error)
  }
  return { status: 200 }
}

export const deleteIdpConfig: AdminOperation = async ({ engine, parameters }) => {
  const [type, name] = [typeOf(parameters.type), parameters.name ?? '']
  if (!engine.config.targetNames(SECTION_OF[type]).includes(name)) throw adminError('XMinioAdminNoSuchConfigTarget')
  await engine.config.delete(targetKey(type, name))
  return { status: 200 }
}

/** @throws WireError XMinioAdminConfigInvalidIDPType */
function typeOf(type: string | undefined): ProviderType {
  if (type !== 'openid' && type !== 'ldap') throw adminError('XMinioAdminConfigInvalidIDPType')
  return type
}

function targetKey(type: ProviderType, name: string): string {
  return name === DEFAULT_TARGET ? SECTION_OF[type] : `${SECTION_OF[type]}:${name}`
}

/** The unnamed target always exists; it counts once it has values. */
function isConfigured(engine: AdminServices, type: ProviderType, name: string): boolean {
  if (name === DEFAULT_TARGET) return fieldsOf(engine, type, name).length > 0
  return engine.config.targetNames(SECTION_OF[type]).includes(name)
}

function roleOf({ openId }: AdminServices, type: ProviderType, name: string): string | undefined {
  return type === 'ldap' ? undefined : openId.all().find(({ settings }) => settings.name === name)?.roleArn
}

function fieldsOf(engine: AdminServices, type: ProviderType, name: string): ProviderField[] {
  const values = engine.config.get(SECTION_OF[type], name)
  const keys: readonly ConfigKey[] = SECTIONS[SECTION_OF[type]].keys
  const set = keys.flatMap(({ name: key, defaultValue, secret }): ProviderField[] => {
    const value = values[key] ?? defaultValue
    return secret || value === defaultValue ? [] : [{ key, value, isCfg: true, isEnv: false }]
  })
  const role = roleOf(engine, type, name)
  const all = role === undefined ? set : [...set, { key: 'roleARN', value: role, isCfg: false, isEnv: false as const }]
  return all.sort((one, other) => compareText(one.key, other.key))
}

/** The step of the check that failed, with what to do about it, as MinIO's clients show it. */
function toValidationError(error: unknown): unknown {
  const cause = error instanceof WireError ? error.cause : undefined
  if (!(cause instanceof DirectoryCheckError)) return error
  const { step, message, advice } = cause
  const text = `Result: ${CHECK_STEPS[step]}\nDetail: ${message}\nSuggestion: ${CHECK_ADVICE[advice]}`
  return adminError('XMinioAdminConfigLDAPValidation', text, { cause })
}
