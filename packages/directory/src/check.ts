/** Checks the settings of a directory step by step, and says in which step and why they don't work. */
import { Filter, FilterParser } from 'ldapts'
import { type ConnectOptions, DirectoryConnection } from './connection.ts'
import { baseExists, lookupBind } from './directory.ts'
import { isBelowDn, parseDn } from './distinguished-name.ts'
import { DirectoryError, isUntrusted } from './errors.ts'
import type { DirectorySettings } from './settings.ts'

/** MinIO's names of the steps, as clients show them when the step fails. */
export const CHECK_STEPS = {
  parameters: 'LDAP Server Connection Parameters Misconfigured',
  connection: 'LDAP Server Connection Error',
  bind: 'LDAP Lookup Bind Error',
  userSearch: 'User Search Parameters Misconfigured',
  groupSearch: 'Group Search Parameters Misconfigured',
} as const

export type CheckStep = keyof typeof CHECK_STEPS

/** What to do when a check fails. The console has the same sentences under the same names, for its languages. */
export const CHECK_ADVICE = {
  directorySetAddress: 'Set the address of the directory.',
  directorySrvRecords: 'Use "ldap", "ldaps" or "on", or leave it empty.',
  directoryCheckConnection: 'Check the address, the TLS settings, and that the certificate is trusted.',
  directoryTrustCertificate:
    'Set COOPERAGE_CA_FILE to a file with the certificates of the directory’s authority, and restart. MinIO has its own: copy them to certs/CAs.',
  directorySetAccount: 'Set the account that searches the directory.',
  directoryCheckAccount:
    'Check the name and the password of the account that searches, and that it is allowed to sign in.',
  directorySetUserBase: 'Set the entry that contains the users.',
  directoryAttributes: 'Use the short names of attributes, for example mail.',
  directoryUserFilter: 'Use a filter that contains %s in place of the user name, for example (uid=%s).',
  directorySetGroupBase: 'Set the entry that contains the groups.',
  directoryGroupFilter:
    'Use a filter with %d in place of the distinguished name of the user, or %s in place of the user name, for example (&(objectClass=groupOfNames)(member=%d)).',
  directoryExistingBase: 'Set a distinguished name that exists in the directory.',
  directoryNestedBases: 'Remove one of the two.',
  directoryParentheses: 'Put each condition in parentheses, for example (&(objectClass=person)(uid=%s)).',
} as const

export type CheckAdvice = keyof typeof CHECK_ADVICE

/** The settings don't work. */
export class DirectoryCheckError extends Error {
  readonly step: CheckStep
  readonly advice: CheckAdvice

  constructor(step: CheckStep, detail: string, advice: CheckAdvice, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'DirectoryCheckError'
    this.step = step
    this.advice = advice
  }
}

/** @throws DirectoryCheckError */
export async function checkDirectory(settings: DirectorySettings, options: ConnectOptions = {}): Promise<void> {
  const { address, srvRecord, bindDn, groupBases, groupFilter } = settings
  if (address === '') throw new DirectoryCheckError('parameters', 'Address is empty', 'directorySetAddress')
  if (!['', 'on', 'ldap', 'ldaps'].includes(srvRecord)) {
    throw new DirectoryCheckError('parameters', 'SRV Record Name is invalid', 'directorySrvRecords')
  }
  const connection = await DirectoryConnection.open(settings, options).catch((error: DirectoryError) => {
    throw new DirectoryCheckError(
      'connection',
      `Could not connect to LDAP server: ${error.message}`,
      isUntrusted(error) ? 'directoryTrustCertificate' : 'directoryCheckConnection',
      { cause: error },
    )
  })
  try {
    if (bindDn === '') {
      throw new DirectoryCheckError('bind', 'Lookup Bind UserDN not specified', 'directorySetAccount')
    }
    await lookupBind(connection, settings).catch((error: DirectoryError) => {
      throw new DirectoryCheckError(
        'bind',
        `Error connecting as LDAP Lookup Bind user: ${error.message}`,
        'directoryCheckAccount',
        { cause: error },
      )
    })
    await checkUserSearch(connection, settings)
    if (groupBases.length > 0 || groupFilter !== '') await checkGroupSearch(connection, settings)
  } finally {
    connection.close()
  }
}

async function checkUserSearch(connection: DirectoryConnection, settings: DirectorySettings): Promise<void> {
  const { userBases, userFilter, userAttributes } = settings
  await checkBases(connection, 'userSearch', userBases, 'User')
  if (userBases.length === 0) {
    throw new DirectoryCheckError('userSearch', 'UserDN search base is empty', 'directorySetUserBase')
  }
  const invalid = userAttributes.find((name) => !/^[a-z][a-z0-9-]*$/i.test(name))
  if (invalid !== undefined) {
    throw new DirectoryCheckError('userSearch', `UserDN attribute \`${invalid}\` is invalid`, 'directoryAttributes')
  }
  if (userFilter === '')
    throw new DirectoryCheckError('userSearch', 'UserDN search filter is empty', 'directoryUserFilter')
  if (userFilter.includes('%d')) {
    throw new DirectoryCheckError('userSearch', 'User DN search filter contains `%d`', 'directoryUserFilter')
  }
  if (!userFilter.includes('%s')) {
    throw new DirectoryCheckError('userSearch', 'User DN search filter does not contain `%s`', 'directoryUserFilter')
  }
  checkFilter('userSearch', userFilter, 'User')
}

async function checkGroupSearch(connection: DirectoryConnection, settings: DirectorySettings): Promise<void> {
  const { groupBases, groupFilter } = settings
  await checkBases(connection, 'groupSearch', groupBases, 'Group')
  if (groupBases.length === 0) {
    throw new DirectoryCheckError('groupSearch', 'Group Search Base DN is required.', 'directorySetGroupBase')
  }
  if (groupFilter === '')
    throw new DirectoryCheckError('groupSearch', 'Group Search Filter is required.', 'directoryGroupFilter')
  if (!/%[ds]/.test(groupFilter)) {
    throw new DirectoryCheckError(
      'groupSearch',
      'GroupSearchFilter must contain at least one of "%s" or "%d"',
      'directoryGroupFilter',
    )
  }
  checkFilter('groupSearch', groupFilter, 'Group')
}

async function checkBases(
  connection: DirectoryConnection,
  step: 'userSearch' | 'groupSearch',
  bases: readonly string[],
  kind: 'User' | 'Group',
): Promise<void> {
  for (const base of bases) {
    const reason = await baseProblem(connection, base)
    if (reason === undefined) continue
    const detail =
      kind === 'User'
        ? `UserDN search base DN failed to validate/parse: ${reason}`
        : `Group Search Base DN failed to parse: ${reason}`
    throw new DirectoryCheckError(step, detail, 'directoryExistingBase')
  }
  for (const base of bases) {
    const other = bases.find((one) => isBelowDn(parseDn(base) ?? [], parseDn(one) ?? []))
    if (other === undefined) continue
    const detail = `${kind} Search Base DN \`${other}\` is an ancestor of \`${base}\``
    throw new DirectoryCheckError(step, detail, 'directoryNestedBases')
  }
}

/** Undefined if the search base exists. */
async function baseProblem(connection: DirectoryConnection, base: string): Promise<string | undefined> {
  if (parseDn(base) === undefined) return `\`${base}\` is not a distinguished name`
  try {
    return (await baseExists(connection, base)) ? undefined : `Base DN \`${base}\` was not found in the LDAP directory`
  } catch (error) {
    if (error instanceof DirectoryError) return error.message
    throw error
  }
}

function checkFilter(step: 'userSearch' | 'groupSearch', filter: string, kind: 'User' | 'Group'): void {
  try {
    const parsed: unknown = FilterParser.parseString(filter)
    if (!(parsed instanceof Filter)) throw new Error('it is not a filter')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const detail = `${kind} DN search filter \`${filter}\` failed to compile: ${reason}`
    throw new DirectoryCheckError(step, detail, 'directoryParentheses', {
      cause: error,
    })
  }
}
