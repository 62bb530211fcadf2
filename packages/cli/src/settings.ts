/** Every setting of the command: one table, from which reading, checking and `--help` follow. */
import { parseArgs } from 'node:util'
import { closest } from './closest.ts'
import { StartError } from './start-error.ts'
import {
  BadValue,
  readAccessKey,
  readAudit,
  readDays,
  readFile,
  readFolder,
  readHost,
  readHostNames,
  readLoginForm,
  readNetworks,
  readPort,
  readSeconds,
  readSecret,
  readSessionHours,
  readStorageConnections,
  readStorageUrl,
  readSwitch,
} from './values.ts'

/** A setting that was misspelt or has a value that cannot be used. The command ends with exit code 2. */
export class SettingsError extends StartError {
  override name = 'SettingsError'
}

export interface Setting<Value> {
  /** Without the dashes. Secrets have none: a command line can be read by every user of the machine. */
  flag?: string
  env?: string
  /** What stands for the value in the help; without it the flag is a switch. */
  placeholder?: string
  /** As the user would write it. Without it an unset setting is `undefined`. */
  fallback?: string
  help: string
  read: (text: string) => Value
}

const PLAIN = {
  host: {
    flag: 'host',
    env: 'COOPERAGE_HOST',
    placeholder: 'address',
    fallback: '127.0.0.1',
    help: 'Address that console and storage listen on. 0.0.0.0 lets other machines in.',
    read: readHost,
  },
  port: {
    flag: 'port',
    env: 'COOPERAGE_PORT',
    placeholder: 'number',
    fallback: '9090',
    help: 'Port of the console.',
    read: readPort,
  },
  storagePort: {
    flag: 'storage-port',
    env: 'COOPERAGE_STORAGE_PORT',
    placeholder: 'number',
    fallback: '9000',
    help: 'Port of the built-in storage engine (S3).',
    read: readPort,
  },
  dataDir: {
    flag: 'data',
    env: 'COOPERAGE_DATA',
    placeholder: 'folder',
    fallback: './cooperage-data',
    help: 'Folder for everything that is kept.',
    read: readFolder,
  },
  storageUrl: {
    flag: 'storage',
    env: 'COOPERAGE_STORAGE_URL',
    placeholder: 'url',
    help: 'Use this storage server and start no engine.',
    read: readStorageUrl,
  },
  storagePublicUrl: {
    env: 'COOPERAGE_STORAGE_PUBLIC_URL',
    placeholder: 'url',
    help: 'Address under which browsers reach the storage server, for links to objects. The one that the console uses, unless given.',
    read: readStorageUrl,
  },
  sample: {
    flag: 'sample',
    help: 'Put a few buckets and objects into the built-in storage.',
    read: () => true,
  },
  storageConnections: {
    env: 'COOPERAGE_STORAGE_CONNECTIONS',
    placeholder: 'number',
    fallback: '2000',
    help: 'How many connections the built-in storage serves at a time. It answers requests over further ones with 503 SlowDown.',
    read: readStorageConnections,
  },
  scrubDays: {
    env: 'COOPERAGE_SCRUB_DAYS',
    placeholder: 'days',
    fallback: '30',
    help: 'In how many days the built-in storage reads everything that it holds and compares it with its checksums; 0 for never.',
    read: readDays,
  },
  lifecycleSeconds: {
    env: 'COOPERAGE_LIFECYCLE_SECONDS',
    placeholder: 'seconds',
    fallback: '300',
    help: 'In how many seconds the built-in storage looks again for what the lifecycle rules of its bucket remove; 0 for never.',
    read: readSeconds,
  },
  signatureV2: {
    env: 'COOPERAGE_SIGNATURE_V2',
    placeholder: 'on|off',
    fallback: 'on',
    help: 'Whether the built-in storage accepts signature version 2 besides version 4. Older S3 clients need it, and boto3 for presigned URLs and forms unless it is given signature_version="s3v4".',
    read: readSwitch,
  },
  encryptionKeyFile: {
    env: 'COOPERAGE_ENCRYPTION_KEY_FILE',
    placeholder: 'file',
    help: 'The keys of encrypted objects, which are lost without it. Made at the first need, in the data folder unless given.',
    read: readFile,
  },
  hostNames: {
    env: 'COOPERAGE_HOSTS',
    placeholder: 'names',
    help: "Host names, with commas, by which browsers may reach the console besides IP addresses, localhost and the machine's name.",
    read: readHostNames,
  },
  trustedProxies: {
    env: 'COOPERAGE_TRUSTED_PROXIES',
    placeholder: 'addresses',
    help: 'Addresses or networks, with commas, of reverse proxies whose X-Forwarded headers are believed.',
    read: readNetworks,
  },
  outboundLoopback: {
    env: 'COOPERAGE_OUTBOUND_LOOPBACK',
    placeholder: 'on|off',
    help: 'Whether the console connects to its own machine where a visitor names it as a remote storage. On with the built-in storage and off with another, unless given.',
    read: readSwitch,
  },
  audit: {
    env: 'COOPERAGE_AUDIT',
    placeholder: 'log|off|file',
    fallback: 'log',
    help: 'Where administrative calls are written down, one line of JSON each: the log of the console, nowhere, or a file.',
    read: readAudit,
  },
  login: {
    env: 'COOPERAGE_LOGIN',
    placeholder: 'form|sso|operator',
    fallback: 'form',
    help: 'Which sign-in form is shown.',
    read: readLoginForm,
  },
  sessionHours: {
    env: 'COOPERAGE_SESSION_HOURS',
    placeholder: 'hours',
    fallback: '12',
    help: 'How long a sign-in lasts.',
    read: readSessionHours,
  },
} as const satisfies Record<string, Setting<unknown>>

const SECRET = {
  rootUser: {
    env: 'COOPERAGE_ROOT_USER',
    placeholder: 'text',
    help: 'Root access key of a new data folder. Made up at the first start unless given.',
    read: readAccessKey,
  },
  rootPassword: {
    env: 'COOPERAGE_ROOT_PASSWORD',
    placeholder: 'text',
    help: 'Root secret key of a new data folder, at least 8 characters.',
    read: readSecret(8),
  },
  secret: {
    env: 'COOPERAGE_SECRET',
    placeholder: 'text',
    help: 'Seals the sessions, at least 16 characters; the same for all replicas. Made up and kept in the data folder unless given.',
    read: readSecret(16),
  },
} as const satisfies Record<string, Setting<string>>

export const SETTINGS = { ...PLAIN, ...SECRET }
type Table = typeof SETTINGS
type Name = keyof Table

/** Settings with a fallback always have a value, the others may be undefined. */
export type Settings = {
  [K in Name]: ReturnType<Table[K]['read']> | (Table[K] extends { fallback: string } ? never : undefined)
}

export interface Invocation {
  help: boolean
  settings: Settings
  /** Where each setting that was given came from: `--port` or `COOPERAGE_PORT`. */
  givenBy: ReadonlyMap<Name, string>
  /** Things worth telling that stop nothing. */
  notices: string[]
}

/**
 * Reads the command line and the environment; a flag wins over its variable, and an empty variable counts as unset.
 * @throws SettingsError naming the setting and what would be right
 */
export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv): Invocation {
  const flags = readFlags(args)
  const givenBy = new Map<Name, string>()
  const values: Partial<Record<Name, unknown>> = {}
  for (const name of Object.keys(SETTINGS) as Name[]) {
    const { flag, env: variable, fallback, read }: Setting<unknown> = SETTINGS[name]
    const fromFlag = flag === undefined ? undefined : flags.get(flag)
    const fromEnv = variable === undefined ? undefined : env[variable] || undefined
    const text = fromFlag ?? fromEnv ?? fallback
    if (text === undefined) continue
    const source = fromFlag !== undefined ? `--${flag}` : fromEnv !== undefined ? variable : undefined
    if (source !== undefined) givenBy.set(name, source)
    values[name] = readValue(read, text, source ?? name)
  }
  const settings = values as Settings
  if (!flags.has('help')) refuseContradictions(settings, givenBy)
  return { help: flags.has('help'), settings, givenBy, notices: misspeltVariables(env) }
}

function readValue(read: (text: string) => unknown, text: string, source: string): unknown {
  try {
    return read(text)
  } catch (error) {
    if (!(error instanceof BadValue)) throw error
    throw new SettingsError(`${source} ${error.message}${error.mayBeShown ? `; "${text}" was given` : ''}.`)
  }
}

/** The flags that were given, switches with an empty text. */
function readFlags(args: readonly string[]): Map<string, string> {
  const table = Object.values<Setting<unknown>>(SETTINGS)
  const takesValue = new Map<string, boolean>([['help', false]])
  for (const { flag, placeholder } of table) if (flag !== undefined) takesValue.set(flag, placeholder !== undefined)
  const secretFlags = new Map<string, string>()
  for (const { env } of Object.values(SECRET))
    secretFlags.set(env.slice('COOPERAGE_'.length).toLowerCase().replaceAll('_', '-'), env)

  const options = Object.fromEntries(
    [...takesValue].map(([flag, value]) => [
      flag,
      { type: value ? ('string' as const) : ('boolean' as const), ...(flag === 'help' ? { short: 'h' } : {}) },
    ]),
  )
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  const given = new Map<string, string>()
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') {
      throw new SettingsError(`"${token.value}" is not understood: settings are given as --name value. ${SEE_HELP}`)
    }
    const secretEnv = secretFlags.get(token.name)
    if (secretEnv !== undefined) {
      throw new SettingsError(
        `Secrets are never given on the command line, where every user of this machine can read them: set ${secretEnv} in the environment instead.`,
      )
    }
    const wantsValue = takesValue.get(token.name)
    if (wantsValue === undefined) throw new SettingsError(unknownFlag(token.rawName, [...takesValue.keys()]))
    if (
      wantsValue &&
      (token.value === undefined || token.value === '' || (!token.inlineValue && token.value.startsWith('--')))
    ) {
      throw new SettingsError(`${token.rawName} needs a value. ${SEE_HELP}`)
    }
    if (!wantsValue && token.value !== undefined) throw new SettingsError(`${token.rawName} takes no value.`)
    if (given.has(token.name)) throw new SettingsError(`${token.rawName} was given twice.`)
    given.set(token.name, token.value ?? '')
  }
  return given
}

const SEE_HELP = '--help lists all settings.'

function unknownFlag(typed: string, known: string[]): string {
  const meant = closest(typed.replace(/^-+/, ''), known)
  return `${typed} is not a setting. ${meant === undefined ? SEE_HELP : `Did you mean --${meant}?`}`
}

function refuseContradictions(settings: Settings, givenBy: ReadonlyMap<Name, string>): void {
  const { rootUser, rootPassword, storageUrl, port, storagePort } = settings
  if ((rootUser === undefined) !== (rootPassword === undefined)) {
    const missing = rootUser === undefined ? SECRET.rootUser.env : SECRET.rootPassword.env
    throw new SettingsError(`${SECRET.rootUser.env} and ${SECRET.rootPassword.env} go together: ${missing} is not set.`)
  }
  if (storageUrl !== undefined) {
    for (const name of ['sample', 'storagePort'] as const) {
      const source = givenBy.get(name)
      if (source?.startsWith('--')) {
        throw new SettingsError(
          `${source} is for the built-in storage and cannot go with ${givenBy.get('storageUrl')}.`,
        )
      }
    }
  } else if (port === storagePort && port !== 0) {
    throw new SettingsError(
      `Console and storage cannot share port ${port}: give --port or --storage-port another number.`,
    )
  }
}

/** Variables that look like ours but are none, when it is clear which one was meant. */
function misspeltVariables(env: NodeJS.ProcessEnv): string[] {
  const known = Object.values<Setting<unknown>>(SETTINGS).flatMap((setting) => setting.env ?? [])
  return Object.keys(env)
    .filter((name) => name.startsWith('COOPERAGE_') && !known.includes(name))
    .flatMap((name) => {
      const meant = closest(name, known)
      return meant === undefined ? [] : [`${name} is not a setting and is ignored; did you mean ${meant}?`]
    })
}
