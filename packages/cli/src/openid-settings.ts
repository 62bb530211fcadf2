/** The identity providers of the environment: COOPERAGE_OIDC_<FIELD>, and COOPERAGE_OIDC_<FIELD>_<ID> for each further one. */

import { readFileSync } from 'node:fs'
import type { OpenIdSettings } from '@cooperage/server'
import { compareText } from '@cooperage/wire'
import { StartError } from './values.ts'

const PREFIX = 'COOPERAGE_OIDC_'

interface Field {
  placeholder: string
  help: string
}

/** In the order of the help. */
export const OPENID_FIELDS = {
  DISCOVERY_URL: {
    placeholder: 'url',
    help: 'Discovery document of an OpenID Connect provider, for example https://login.example.com/.well-known/openid-configuration. The storage server has to trust the same provider; in operator mode the API server of the cluster, with the same client ID. Append _NAME to each of these variables to add another provider: COOPERAGE_OIDC_DISCOVERY_URL_PARTNER.',
  },
  CLIENT_ID: { placeholder: 'text', help: 'Client ID of the console at the provider.' },
  CLIENT_SECRET: { placeholder: 'text', help: 'Client secret. Leave it out for a public client.' },
  CLIENT_SECRET_FILE: {
    placeholder: 'file',
    help: 'File with the client secret, instead of COOPERAGE_OIDC_CLIENT_SECRET.',
  },
  CALLBACK_URL: {
    placeholder: 'url',
    help: 'Page /oauth_callback of the console as browsers reach it, as registered at the provider, for example https://console.example.com/oauth_callback. [HOSTNAME] stands for the host name in the address bar.',
  },
  SCOPES: { placeholder: 'list', help: 'Comma-separated scopes to request. Default: openid,profile,email' },
  DISPLAY_NAME: { placeholder: 'text', help: 'Name of the provider on the sign-in page. Default: its host name.' },
  ROLE_ARN: {
    placeholder: 'text',
    help: 'Role of the provider on the storage server, if the server grants policies by role and not by a claim.',
  },
} as const satisfies Record<string, Field>

type FieldName = keyof typeof OPENID_FIELDS
type Given = Partial<Record<FieldName, string>>

/** Longest first, so that CLIENT_SECRET_FILE isn't read as CLIENT_SECRET of a provider `file`. */
const NAMES = (Object.keys(OPENID_FIELDS) as FieldName[]).toSorted((a, b) => b.length - a.length)

/** The field and the provider that a variable belongs to; undefined if it is none of these. */
function fieldOf(variable: string): { field: FieldName; id: string } | undefined {
  if (!variable.startsWith(PREFIX)) return undefined
  const rest = variable.slice(PREFIX.length)
  for (const field of NAMES) {
    if (rest === field) return { field, id: '' }
    const id = rest.startsWith(`${field}_`) ? rest.slice(field.length + 1) : ''
    if (/^[A-Z0-9_]{1,32}$/.test(id)) return { field, id }
  }
  return undefined
}

export function isOpenIdVariable(variable: string): boolean {
  return fieldOf(variable) !== undefined
}

/** The variables that a misspelled one may have meant: of the first provider, and of one that its last parts name. */
export function openIdVariablesLike(typed: string): string[] {
  const parts = typed.split('_')
  const suffixes = parts.map((_, at) => parts.slice(at).join('_')).slice(1)
  return NAMES.flatMap((field) => [`${PREFIX}${field}`, ...suffixes.map((id) => `${PREFIX}${field}_${id}`)])
}

/**
 * The providers of the environment, the one without a suffix first. An empty variable counts as unset.
 * @throws StartError that names the variable and what is valid
 */
export function readOpenIdProviders(env: NodeJS.ProcessEnv): OpenIdSettings[] {
  const given = new Map<string, Given>()
  for (const [variable, value] of Object.entries(env)) {
    const found = fieldOf(variable)
    if (found === undefined || !value) continue
    const fields = given.get(found.id) ?? {}
    fields[found.field] = value
    given.set(found.id, fields)
  }
  return [...given].toSorted(([a], [b]) => compareText(a, b)).map(([id, fields]) => provider(id, fields))
}

function provider(id: string, given: Given): OpenIdSettings {
  const variable = (field: FieldName) => `${PREFIX}${field}${id === '' ? '' : `_${id}`}`
  const required = (field: FieldName) => {
    const value = given[field]
    const [first] = (Object.keys(given) as FieldName[]).map(variable)
    if (value === undefined) throw new StartError(`${variable(field)} must be set together with ${first}.`)
    return value
  }
  const webAddress = (field: FieldName, text: string) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
    throw new StartError(`${variable(field)} must be an http or https address; "${given[field]}" was given.`)
  }

  const discoveryUrl = webAddress('DISCOVERY_URL', required('DISCOVERY_URL'))
  const callbackUrl = required('CALLBACK_URL')
  const { pathname } = webAddress('CALLBACK_URL', callbackUrl.replaceAll('[HOSTNAME]', 'host'))
  if (!pathname.endsWith('/oauth_callback')) {
    throw new StartError(`${variable('CALLBACK_URL')} must end with /oauth_callback; "${callbackUrl}" was given.`)
  }
  const clientSecret = given.CLIENT_SECRET ?? secretOf(variable('CLIENT_SECRET_FILE'), given.CLIENT_SECRET_FILE)
  const scopes = (given.SCOPES ?? 'openid,profile,email').split(/[\s,]+/).filter((scope) => scope !== '')
  return {
    id: id.toLowerCase(),
    name: given.DISPLAY_NAME ?? discoveryUrl.hostname,
    discoveryUrl,
    clientId: required('CLIENT_ID'),
    callbackUrl,
    scopes: scopes.includes('openid') ? scopes : ['openid', ...scopes],
    ...(clientSecret !== undefined && { clientSecret }),
    ...(given.ROLE_ARN !== undefined && { roleArn: given.ROLE_ARN }),
  }
}

function secretOf(variable: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StartError(`${variable} names a file that can't be read: ${(error as Error).message}.`, { cause: error })
  }
}
