import * as z from 'zod/mini'
import { route } from '../route.ts'

/** Sections that the settings page lists first (spec identity-and-settings 2), in its order. */
export const LISTED_SECTIONS = [
  'region',
  'cache',
  'compression',
  'etcd',
  'identity_openid',
  'identity_ldap',
  'logger_webhook',
  'audit_webhook',
] as const

const name = z.string().check(z.minLength(1), z.maxLength(256))
/** `section`, or `section:target` for a named target of a section that has several. */
const byId = z.strictObject({ id: name })
const value = z.string().check(z.maxLength(16_384))
const keyValue = z.strictObject({ key: name, value })
const keyValues = z.array(keyValue).check(z.maxLength(200))

/** Whether the change takes effect after a restart only. */
const changed = z.object({ restart: z.boolean() })

export const listConfigurations = route('settings.list', 'GET /api/v1/configs', {
  summary: 'Lists the configuration sections of the storage server.',
  response: z.object({
    configurations: z.array(
      z.object({
        key: z.string(),
        description: z.string(),
        /** Whether the section can have several named targets. */
        hasTargets: z.boolean(),
      }),
    ),
    total: z.number(),
  }),
})

/** How many changed keys of a section are listed; `total` counts all. */
export const LISTED_CHANGES = 20

/** A key whose value isn't the server's default. */
export const changedKey = z.object({
  /** '' for the unnamed target. */
  target: z.string(),
  key: z.string(),
  /** '' for a secret. */
  value: z.string(),
  secret: z.boolean(),
  source: z.enum(['stored', 'environment']),
})
export type ChangedKey = z.infer<typeof changedKey>

export const listChangedSettings = route('settings.changed', 'GET /api/v1/changed-configs', {
  summary: 'Lists what is changed from the defaults in each configuration section, as it is stored.',
  response: z.object({
    sections: z.array(z.object({ section: z.string(), changed: z.array(changedKey), total: z.number() })),
  }),
})

/** The stored values. A key without a value has the value ''. Secret values are never returned. */
export const getConfiguration = route('settings.get', 'GET /api/v1/configs/:id', {
  summary: 'Returns the values of a configuration section or of one of its targets.',
  params: byId,
  response: z.object({ name: z.string(), key_values: z.array(z.object({ key: z.string(), value: z.string() })) }),
  errors: ['NoSuchConfiguration'],
})

export const VALUE_SOURCES = ['default', 'stored', 'environment'] as const

/** A key of a section and its stored value, which may be in effect only after a restart of the server. */
export const configurationKey = z.object({
  key: z.string(),
  /** Type of the input field, as the server names it: `string`, `on|off`, `csv`, `url`, `number`, `duration`, … */
  type: z.string(),
  description: z.string(),
  required: z.boolean(),
  /** Its value is never returned: `value` is ''. */
  secret: z.boolean(),
  value: z.string(),
  /** The value in effect until the restart, if it is another one: '' for a secret. */
  untilRestart: z.optional(z.string()),
  /** `environment`: the server's environment overrides it, so that it can't be changed here. */
  source: z.enum(VALUE_SOURCES),
  /** Name of the environment variable that sets it; '' for none. */
  variable: z.string(),
})
export type ConfigurationKey = z.infer<typeof configurationKey>

export const configurationTarget = z.object({
  /** '' for the unnamed target. */
  target: z.string(),
  /** Whether the target is switched on; true for sections without a switch. */
  enabled: z.boolean(),
  keys: z.array(configurationKey),
})
export type ConfigurationTarget = z.infer<typeof configurationTarget>

/** A section with everything that a form needs. */
export const getConfigurationDetails = route('settings.details', 'GET /api/v1/configs/:id/details', {
  summary: 'Returns the keys of a configuration section with their types, stored values and sources, by target.',
  params: byId,
  response: z.object({
    section: z.string(),
    description: z.string(),
    hasTargets: z.boolean(),
    targets: z.array(configurationTarget),
    /** The keys of a target that doesn't exist yet, with their defaults. */
    blank: z.array(configurationKey),
  }),
  errors: ['NoSuchConfiguration'],
})
export type ConfigurationDetails = z.infer<NonNullable<(typeof getConfigurationDetails)['response']>>

/**
 * Sets the given keys, then resets others to their defaults, and leaves the rest. With `replaces` the call fails unless these
 * keys still have those values. Servers connect to the endpoints of a target first.
 */
export const setConfiguration = route('settings.set', 'PUT /api/v1/configs/:id', {
  summary: 'Changes values of a configuration section or of one of its targets.',
  params: byId,
  body: z.strictObject({
    key_values: keyValues,
    resets: z._default(z.array(name).check(z.maxLength(200)), []),
    replaces: z.optional(keyValues),
    /** Accepted from older clients and ignored. */
    arn_resource_id: z.optional(z.string()),
  }),
  response: changed,
  refusal: z.object({ key: z.string() }),
  errors: ['NoSuchConfiguration', 'InvalidConfiguration', 'ConfigurationChanged', 'ConfigurationNoResponse'],
})

/** Without keys: a named target is deleted, any other gets all defaults. */
export const resetConfiguration = route('settings.reset', 'POST /api/v1/configs/:id/reset', {
  summary: 'Resets keys of a configuration section to their defaults, or deletes one of its targets.',
  params: byId,
  body: z.strictObject({ keys: z._default(z.array(name).check(z.maxLength(200)), []) }),
  response: changed,
  errors: ['NoSuchConfiguration', 'InvalidConfiguration', 'ConfigurationNoResponse'],
})

/** Maximum number of changes in the history. */
export const CONFIGURATION_HISTORY_LIMIT = 100

/** A change of the configuration. Secret values are replaced by ''. */
export const configurationChange = z.object({
  id: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** The account that made it, if the audit log has exactly one that can have; otherwise ''. */
  account: z.string(),
  lines: z.array(
    z.object({
      section: z.string(),
      target: z.string(),
      key_values: z.array(z.object({ key: z.string(), value: z.string(), secret: z.boolean() })),
    }),
  ),
})
export type ConfigurationChange = z.infer<typeof configurationChange>

export const listConfigurationHistory = route('settings.history', 'GET /api/v1/config-history', {
  summary: 'Lists the last changes of the configuration, newest first.',
  response: z.object({ changes: z.array(configurationChange) }),
})

export const restoreConfiguration = route('settings.restore', 'POST /api/v1/config-history/:id/restore', {
  summary: 'Sets the values of an earlier change again.',
  params: byId,
  response: changed,
  errors: ['NoSuchConfigurationChange', 'InvalidConfiguration'],
})
