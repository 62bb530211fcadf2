/** What a storage server looks up in a directory: who a user is, whether a password is correct, and which groups a user is in. */
import type { Entry } from 'ldapts'
import { type ConnectOptions, DirectoryConnection, NO_ATTRIBUTES } from './connection.ts'
import { isBelowDn, normalizeDn, parseDn } from './distinguished-name.ts'
import { DirectoryError, INVALID_CREDENTIALS, NO_SUCH_OBJECT } from './errors.ts'
import { fillFilter } from './filter.ts'
import type { DirectorySettings } from './settings.ts'

/** A user or a group. */
export interface DirectoryEntry {
  /** Normalized: the name of the account. */
  dn: string
  /** As stored in the directory. */
  actualDn: string
  /** The configured attributes of a user. */
  attributes: Record<string, string[]>
}

export interface DirectoryUser extends DirectoryEntry {
  /** Normalized names. */
  groups: string[]
}

const ANY = '(objectClass=*)'

export class Directory {
  readonly settings: DirectorySettings
  readonly #options: ConnectOptions

  constructor(settings: DirectorySettings, options: ConnectOptions = {}) {
    this.settings = settings
    this.#options = options
  }

  /** Whether it is reachable. */
  async isOnline(): Promise<boolean> {
    try {
      const connection = await DirectoryConnection.open(this.settings, this.#options)
      connection.close()
      return true
    } catch (error) {
      if (error instanceof DirectoryError) return false
      throw error
    }
  }

  /** @throws DirectoryError for an unknown user, a wrong password, or a directory that doesn't respond */
  signIn(username: string, password: string): Promise<DirectoryUser> {
    return this.#connected(async (connection) => {
      const user = await this.#findUser(connection, username)
      if (user === undefined) throw unknownUser(username)
      await connection.bind(user.actualDn, password).catch((error: DirectoryError) => {
        throw new DirectoryError(error.code, `LDAP auth failed for DN ${user.actualDn}: ${error.message}`, {
          cause: error,
        })
      })
      // Users may not be allowed to search.
      await lookupBind(connection, this.settings)
      return { ...user, groups: await this.#groupsOf(connection, username, user.actualDn) }
    })
  }

  /** Looks up a user by user name. @throws DirectoryError for an unknown user too */
  lookUp(username: string): Promise<DirectoryUser> {
    return this.#connected(async (connection) => {
      const user = await this.#findUser(connection, username)
      if (user === undefined) throw unknownUser(username)
      return { ...user, groups: await this.#groupsOf(connection, username, user.actualDn) }
    })
  }

  /** The user with this user name or distinguished name, if it is below a search base. @throws DirectoryError */
  user(name: string): Promise<DirectoryEntry | undefined> {
    return this.#connected(async (connection) =>
      parseDn(name) === undefined
        ? await this.#findUser(connection, name)
        : await entryBelow(connection, name, this.settings.userBases),
    )
  }

  /**
   * Like `user`, with the groups. A group filter with the user name finds no groups for a distinguished name.
   * @throws DirectoryError
   */
  userWithGroups(name: string): Promise<DirectoryUser | undefined> {
    return this.#connected(async (connection) => {
      const isDn = parseDn(name) !== undefined
      const user = isDn
        ? await entryBelow(connection, name, this.settings.userBases)
        : await this.#findUser(connection, name)
      if (user === undefined) return undefined
      return { ...user, groups: await this.#groupsOf(connection, isDn ? '' : name, user.actualDn) }
    })
  }

  /** The given users that still exist and match the filter, with their groups. @throws DirectoryError */
  refresh(users: readonly { actualDn: string; username: string }[]): Promise<Map<string, string[]>> {
    return this.#connected(async (connection) => {
      const found = new Map<string, string[]>()
      const filter = this.settings.userFilter.replaceAll('%s', '*')
      for (const { actualDn, username } of users) {
        const [entry] = await searchOrNothing(connection, actualDn, { scope: 'base', filter })
        if (entry !== undefined) found.set(actualDn, await this.#groupsOf(connection, username, actualDn))
      }
      return found
    })
  }

  /** The group with this distinguished name, if it is below a search base. @throws DirectoryError */
  group(name: string): Promise<DirectoryEntry | undefined> {
    return this.#connected((connection) => entryBelow(connection, name, this.settings.groupBases))
  }

  /** Whether a normalized name is below a search base, whether or not it exists. */
  isUserDn(name: string): boolean {
    return isBelow(name, this.settings.userBases)
  }

  isGroupDn(name: string): boolean {
    return isBelow(name, this.settings.groupBases)
  }

  async #connected<Result>(run: (connection: DirectoryConnection) => Promise<Result>): Promise<Result> {
    const connection = await DirectoryConnection.open(this.settings, this.#options)
    try {
      await lookupBind(connection, this.settings)
      return await run(connection)
    } finally {
      connection.close()
    }
  }

  /** @throws DirectoryError if there is more than one */
  async #findUser(connection: DirectoryConnection, username: string): Promise<DirectoryEntry | undefined> {
    const { userBases, userFilter, userAttributes: attributes } = this.settings
    const filter = fillFilter(userFilter, { username })
    const found: DirectoryEntry[] = []
    for (const base of userBases) {
      const entries = await searchBelow(connection, base, 'user DN', { filter, attributes })
      found.push(...entries.map(toEntry))
    }
    if (found.length > 1) {
      throw new DirectoryError(0, `Multiple DNs for ${username} found - please fix the search filter`)
    }
    return found[0]
  }

  async #groupsOf(connection: DirectoryConnection, username: string, dn: string): Promise<string[]> {
    const { groupBases, groupFilter } = this.settings
    if (groupFilter === '') return []
    const filter = fillFilter(groupFilter, { username, dn })
    const groups: string[] = []
    for (const base of groupBases) {
      const entries = await searchBelow(connection, base, 'group', { filter })
      groups.push(...entries.map((entry) => toEntry(entry).dn))
    }
    return groups.sort()
  }
}

/** Binds as the account that searches. @throws DirectoryError */
export async function lookupBind(
  connection: DirectoryConnection,
  { bindDn, bindPassword }: DirectorySettings,
): Promise<void> {
  await connection.bind(bindDn, bindPassword).catch((error: DirectoryError) => {
    const reason =
      error.code === INVALID_CREDENTIALS ? 'LDAP Lookup Bind user invalid credentials error' : 'LDAP client'
    throw new DirectoryError(error.code, `${reason}: ${error.message}`, { cause: error })
  })
}

/** Whether a search base exists. @throws DirectoryError */
export async function baseExists(connection: DirectoryConnection, base: string): Promise<boolean> {
  return (await searchOrNothing(connection, base, { scope: 'base', filter: ANY })).length > 0
}

function unknownUser(username: string): DirectoryError {
  return new DirectoryError(0, `Unable to find user DN: User DN not found for: ${username}`)
}

async function searchBelow(
  connection: DirectoryConnection,
  base: string,
  what: string,
  options: { filter: string; attributes?: readonly string[] },
): Promise<Entry[]> {
  return await connection.search(base, { scope: 'sub', ...options }).catch((error: DirectoryError) => {
    if (error.code !== NO_SUCH_OBJECT) throw error
    const message = `Base DN (${base}) for ${what} search does not exist: ${error.message}`
    throw new DirectoryError(error.code, message, { cause: error })
  })
}

async function searchOrNothing(
  connection: DirectoryConnection,
  base: string,
  options: { scope: 'base'; filter: string },
): Promise<Entry[]> {
  return await connection.search(base, options).catch((error: DirectoryError) => {
    if (error.code === NO_SUCH_OBJECT) return []
    throw error
  })
}

async function entryBelow(
  connection: DirectoryConnection,
  name: string,
  bases: readonly string[],
): Promise<DirectoryEntry | undefined> {
  if (parseDn(name) === undefined) return undefined
  const [entry] = await searchOrNothing(connection, name, { scope: 'base', filter: ANY })
  return entry !== undefined && isBelow(entry.dn, bases) ? toEntry(entry) : undefined
}

function isBelow(name: string, bases: readonly string[]): boolean {
  const dn = parseDn(name)
  return dn !== undefined && bases.some((base) => isBelowDn(dn, parseDn(base) ?? dn))
}

function toEntry({ dn, ...attributes }: Entry): DirectoryEntry {
  // The library also returns the request for no attributes.
  const found = Object.entries(attributes).filter(([name]) => name !== NO_ATTRIBUTES)
  const texts = found.map(([name, value]) => [name, [value].flat().map(String)] as const)
  return { dn: normalizeDn(dn) ?? dn, actualDn: dn, attributes: Object.fromEntries(texts) }
}
