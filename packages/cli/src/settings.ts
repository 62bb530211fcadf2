/** Every setting of the command: one table for parsing, validation and `--help`. */
import { parseArgs } from 'node:util'
import { closest } from './closest.ts'
import { isOpenIdVariable, openIdVariablesLike } from './openid-settings.ts'
import {
  BadValue,
  oneOf,
  readAccessKey,
  readAudit,
  readAuditStore,
  readCertificateFile,
  readCertificates,
  readHeaderSecret,
  readHost,
  readHostNames,
  readKubernetesUrl,
  readLoginForm,
  readNamespaces,
  readNetworks,
  readOutboundAllow,
  readPath,
  readPort,
  readPrometheusUrl,
  readPublicKey,
  readSecret,
  readServiceUrl,
  readSessionHours,
  readSize,
  readStorageUrl,
  readSwitch,
  readTenantUrl,
  readText,
  StartError,
  wholeNumber,
} from './values.ts'

/** A setting that is misspelled or has an invalid value. The command ends with exit code 2. */
export class SettingsError extends StartError {
  override name = 'SettingsError'
}

export interface Setting<Value> {
  /** Without the dashes. Secrets have none: a command line can be read by every user of the machine. */
  flag?: string
  env?: string
  /** Placeholder for the value in the help; a flag without one is a switch. */
  placeholder?: string
  /** Default, as the user would write it. Without it, an unset setting is `undefined`. */
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
    help: 'Address that the console and the embedded engine listen on. Use 0.0.0.0 to accept connections from other machines.',
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
  tlsCert: {
    flag: 'tls-cert',
    env: 'COOPERAGE_TLS_CERT',
    placeholder: 'file',
    help: 'PEM file with the certificate of the console and its chain. With it, the console serves HTTPS. It is loaded again when it changes.',
    read: readPath,
  },
  tlsKey: {
    flag: 'tls-key',
    env: 'COOPERAGE_TLS_KEY',
    placeholder: 'file',
    help: 'PEM file with the private key of the certificate.',
    read: readPath,
  },
  httpPort: {
    flag: 'http-port',
    env: 'COOPERAGE_HTTP_PORT',
    placeholder: 'number',
    help: 'Port on which requests over plain HTTP are redirected to HTTPS. Default: none.',
    read: readPort,
  },
  hstsSeconds: {
    env: 'COOPERAGE_HSTS_SECONDS',
    placeholder: 'seconds',
    fallback: '0',
    help: 'Seconds for which browsers use only HTTPS for the host name of the console, on every port (Strict-Transport-Security). 0 sends nothing.',
    // At most two years, as browsers recommend for their lists.
    read: wholeNumber(0, 63_072_000, 'of seconds '),
  },
  storagePort: {
    flag: 'storage-port',
    env: 'COOPERAGE_STORAGE_PORT',
    placeholder: 'number',
    fallback: '9000',
    help: 'Port of the embedded storage engine (S3 API).',
    read: readPort,
  },
  storageTlsCert: {
    flag: 'storage-tls-cert',
    env: 'COOPERAGE_STORAGE_TLS_CERT',
    placeholder: 'file',
    help: 'PEM file with the certificate of the embedded engine and its chain. With it, the engine serves HTTPS to other machines. It is loaded again when it changes, and can be the one of the console.',
    read: readPath,
  },
  storageTlsKey: {
    flag: 'storage-tls-key',
    env: 'COOPERAGE_STORAGE_TLS_KEY',
    placeholder: 'file',
    help: 'PEM file with the private key of that certificate.',
    read: readPath,
  },
  dataDir: {
    flag: 'data',
    env: 'COOPERAGE_DATA',
    placeholder: 'folder',
    fallback: './cooperage-data',
    help: 'Data folder. It holds objects, accounts, settings and logs.',
    read: readPath,
  },
  storageUrl: {
    flag: 'storage',
    env: 'COOPERAGE_STORAGE_URL',
    placeholder: 'url',
    help: "Storage server to connect to, for example https://minio.example.com:9000. The embedded engine isn't started.",
    read: readStorageUrl,
  },
  servers: {
    flag: 'servers',
    env: 'COOPERAGE_SERVERS',
    placeholder: 'file',
    help: "File (YAML or JSON) with several storage servers, each of which gets its console below /servers/<name>/. The embedded engine isn't started.",
    read: readPath,
  },
  storageKind: {
    env: 'COOPERAGE_STORAGE_KIND',
    placeholder: 'minio|rustfs|iam|garage|s3',
    help: 'Which administration the storage server has: that of MinIO, that of RustFS, IAM as AWS has it, that of Garage, or none beside S3. Default: what the server responds.',
    read: oneOf('minio', 'rustfs', 'iam', 'garage', 's3'),
  },
  storageAddressing: {
    env: 'COOPERAGE_STORAGE_ADDRESSING',
    placeholder: 'path|virtual',
    fallback: 'path',
    help: 'How the storage server addresses buckets: by a path, https://s3.example.com/photos, or by a virtual host, https://photos.s3.example.com.',
    read: oneOf('path', 'virtual'),
  },
  iamUrl: {
    env: 'COOPERAGE_IAM_URL',
    placeholder: 'url',
    help: 'Address of IAM, for example https://iam.example.com. Default: that of the storage server, at AWS that of its partition.',
    read: readStorageUrl,
  },
  garageAdminUrl: {
    env: 'COOPERAGE_GARAGE_ADMIN_URL',
    placeholder: 'url',
    help: 'Address of the admin API of Garage, for example http://127.0.0.1:3903. With it, admin tokens can sign in.',
    read: readStorageUrl,
  },
  stsRoleArn: {
    env: 'COOPERAGE_STS_ROLE_ARN',
    placeholder: 'arn',
    help: 'Role that users assume with their keys when they sign in, at a storage server whose temporary keys need one, such as Ceph and AWS.',
    read: readText,
  },
  stsUrl: {
    env: 'COOPERAGE_STS_URL',
    placeholder: 'url',
    help: 'Address at which they assume it. Default: that of the storage server.',
    read: readStorageUrl,
  },
  keepKeys: {
    env: 'COOPERAGE_KEEP_KEYS',
    placeholder: 'on|off',
    fallback: 'on',
    help: 'Whether the console keeps the keys of its users, encrypted and until they sign out, if the storage server has no temporary keys. With off, nobody can sign in to such a server.',
    read: readSwitch,
  },
  caFile: {
    env: 'COOPERAGE_CA_FILE',
    placeholder: 'file',
    help: 'Certificates (PEM) of authorities that the console and the embedded engine trust in addition to those of the system, for every connection: to the storage server, identity providers, directories, databases, webhooks, Prometheus, and in operator mode the API server and the tenants.',
    read: readCertificateFile,
  },
  storagePublicUrl: {
    env: 'COOPERAGE_STORAGE_PUBLIC_URL',
    placeholder: 'url',
    help: 'URL at which browsers reach the storage server, used in links to objects and for direct transfers. Default: the URL that the console uses.',
    read: readStorageUrl,
  },
  transfers: {
    env: 'COOPERAGE_TRANSFERS',
    placeholder: 'auto|direct|console',
    fallback: 'auto',
    help: 'Whether browsers send and receive objects directly, with URLs that the console signs: direct where they reach the storage server, console never. With auto, they try unless its URL looks like one that only the console reaches. What fails goes through the console.',
    read: oneOf('auto', 'direct', 'console'),
  },
  sample: {
    flag: 'sample',
    help: 'Create sample buckets and objects in the embedded engine.',
    read: () => true,
  },
  storageConnections: {
    env: 'COOPERAGE_STORAGE_CONNECTIONS',
    placeholder: 'number',
    fallback: '2000',
    help: 'Maximum number of open connections to the embedded engine. Requests on further connections get 503 SlowDown.',
    read: wholeNumber(1, 999_999),
  },
  scrubDays: {
    env: 'COOPERAGE_SCRUB_DAYS',
    placeholder: 'days',
    fallback: '30',
    help: 'Days between two integrity scans, in which the embedded engine verifies the checksums of all data. 0 turns scans off.',
    read: wholeNumber(0, 9999, 'of days '),
  },
  lifecycleSeconds: {
    env: 'COOPERAGE_LIFECYCLE_SECONDS',
    placeholder: 'seconds',
    fallback: '300',
    help: 'Seconds between two runs of the lifecycle rules in the embedded engine. 0 turns them off.',
    read: wholeNumber(0, 9_999_999, 'of seconds '),
  },
  signatureV2: {
    env: 'COOPERAGE_SIGNATURE_V2',
    placeholder: 'on|off',
    fallback: 'on',
    help: 'Whether the embedded engine accepts Signature Version 2 in addition to Version 4. Older S3 clients need it, and so do presigned URLs and forms of boto3 without signature_version="s3v4".',
    read: readSwitch,
  },
  cannedAcls: {
    env: 'COOPERAGE_CANNED_ACLS',
    placeholder: 'ignore|refuse',
    fallback: 'ignore',
    help: 'What the embedded engine does with an ACL that an upload sends, such as public-read: ignore it and store the object, or refuse the upload. Either way only a bucket policy makes objects public.',
    read: oneOf('ignore', 'refuse'),
  },
  encryptionKeyFile: {
    env: 'COOPERAGE_ENCRYPTION_KEY_FILE',
    placeholder: 'file',
    help: 'File with the encryption keys. Back it up: without it, encrypted objects are lost. Created when it is first needed. Default: a file in the data folder.',
    read: readPath,
  },
  hostNames: {
    env: 'COOPERAGE_HOSTS',
    placeholder: 'names',
    help: "Comma-separated host names of the console. IP addresses, localhost and the machine's own name always work.",
    read: readHostNames,
  },
  trustedProxies: {
    env: 'COOPERAGE_TRUSTED_PROXIES',
    placeholder: 'addresses',
    help: 'Comma-separated IP addresses or networks of reverse proxies whose X-Forwarded headers the console and the embedded engine trust.',
    read: readNetworks,
  },
  outboundLoopback: {
    env: 'COOPERAGE_OUTBOUND_LOOPBACK',
    placeholder: 'on|off',
    help: 'Whether the console connects to loopback addresses that a user enters as a remote storage server. Default: on with the embedded engine, off with --storage.',
    read: readSwitch,
  },
  outboundAllow: {
    env: 'COOPERAGE_OUTBOUND_ALLOW',
    placeholder: 'names',
    help: 'Comma-separated host names, IP addresses and networks to which alone the console connects when a user tests a webhook, an identity provider or another storage server. Networks can include what is refused otherwise, such as 100.64.0.0/10 in operator mode, but never link-local and cloud metadata addresses. Default: everything else.',
    read: readOutboundAllow,
  },
  audit: {
    env: 'COOPERAGE_AUDIT',
    placeholder: 'log|off|file',
    fallback: 'log',
    help: "Destination of the audit log, with administrative calls, sign-ins and the use of share links as JSON lines: the console's log, off, or a file.",
    read: readAudit,
  },
  logLevel: {
    env: 'COOPERAGE_LOG_LEVEL',
    placeholder: 'error|warn|info|debug',
    fallback: 'info',
    help: 'The least important entries that the logs of the console and the embedded engine have.',
    read: oneOf('error', 'warn', 'info', 'debug'),
  },
  logFormat: {
    env: 'COOPERAGE_LOG_FORMAT',
    placeholder: 'auto|json|text',
    fallback: 'auto',
    help: "How the console logs: everything on standard output as JSON lines, or as text. With auto, the log is JSON lines, in a terminal in console.log in the data folder. The embedded engine's log is always JSON lines in engine.log there.",
    read: oneOf('auto', 'json', 'text'),
  },
  auditDays: {
    env: 'COOPERAGE_AUDIT_DAYS',
    placeholder: 'days',
    fallback: '30',
    help: "Days for which the storage server's audit log is kept.",
    read: wholeNumber(1, 9999, 'of days '),
  },
  auditBytes: {
    env: 'COOPERAGE_AUDIT_SIZE',
    placeholder: 'size',
    fallback: '2GiB',
    help: "Disk space that the storage server's audit log may use. The oldest entries are deleted first.",
    read: readSize,
  },
  login: {
    env: 'COOPERAGE_LOGIN',
    placeholder: 'form|sso|operator',
    help: 'Restricts sign-in to access keys (form) or identity providers (sso); in operator mode to Kubernetes tokens (operator) or identity providers (sso). Default: all of them, with the identity providers of COOPERAGE_OIDC_*.',
    read: readLoginForm,
  },
  mode: {
    env: 'COOPERAGE_MODE',
    placeholder: 'storage|operator',
    fallback: 'storage',
    help: "What the console manages: one storage server, or the tenants of the MinIO Operator in a Kubernetes cluster. In operator mode users sign in with a token of the cluster, and every call is made with it; the embedded engine isn't started.",
    read: oneOf('storage', 'operator'),
  },
  operator: {
    flag: 'operator',
    help: 'Try operator mode without a cluster: a preview of Kubernetes on this machine, in which each tenant is a storage engine. The console then manages these tenants.',
    read: () => true,
  },
  kubernetesUrl: {
    env: 'COOPERAGE_KUBERNETES_URL',
    placeholder: 'url',
    help: 'Kubernetes API server of operator mode, for example https://cluster.example.com:6443. Default: the one of COOPERAGE_KUBECONFIG, or of the cluster that the console runs in.',
    read: readKubernetesUrl,
  },
  kubernetesCa: {
    env: 'COOPERAGE_KUBERNETES_CA_FILE',
    placeholder: 'file',
    help: "Certificates (PEM) with which the API server's certificate is verified. Default: those that come with its address, otherwise those of the system. Those of COOPERAGE_CA_FILE are added.",
    read: readCertificates,
  },
  kubeConfig: {
    env: 'COOPERAGE_KUBECONFIG',
    placeholder: 'file',
    help: 'kubeconfig file. Only the address and the certificates of its current context are used.',
    read: readPath,
  },
  namespaces: {
    env: 'COOPERAGE_KUBERNETES_NAMESPACES',
    placeholder: 'names',
    help: "Comma-separated namespaces in which tenants are listed for users who can't list those of the whole cluster. The namespace of a service account is always among them.",
    read: readNamespaces,
  },
  tenantUrl: {
    env: 'COOPERAGE_TENANT_URL',
    placeholder: 'url',
    help: "Address of each tenant's storage for a console outside the cluster, with {namespace} and {tenant} in place of the names, for example https://{tenant}.{namespace}.example.com. Default: the service minio of the tenant's namespace.",
    read: readTenantUrl,
  },
  customTokenRole: {
    env: 'COOPERAGE_CUSTOM_TOKEN_ROLE_ARN',
    placeholder: 'text',
    help: "Role of the storage server's identity plugin, for example arn:minio:iam:::role/idmp-corporate. With it, users also sign in with a token that the plugin accepts.",
    read: readText,
  },
  customTokenName: {
    env: 'COOPERAGE_CUSTOM_TOKEN_NAME',
    placeholder: 'text',
    fallback: 'Token',
    help: 'Name of that token on the sign-in page.',
    read: readText,
  },
  licensePublicKey: {
    env: 'COOPERAGE_LICENSE_PUBLIC_KEY_FILE',
    placeholder: 'file',
    help: 'Public key (PEM) of the vendor of the storage server, with which license keys are verified.',
    read: readPublicKey,
  },
  subscriptionUrl: {
    env: 'COOPERAGE_SUBSCRIPTION_URL',
    placeholder: 'url',
    help: 'Service that issues license keys for an account. Without it, the console sends nothing about licenses anywhere.',
    read: readServiceUrl,
  },
  prometheusUrl: {
    env: 'COOPERAGE_PROMETHEUS_URL',
    placeholder: 'url',
    help: 'Prometheus that scrapes the storage server, for the charts of the dashboard. Default: the console reads the metrics of the storage server itself, if it has a token for them.',
    read: readPrometheusUrl,
  },
  prometheusJob: {
    env: 'COOPERAGE_PROMETHEUS_JOB',
    placeholder: 'text',
    fallback: 'minio-job',
    help: 'Job name of the storage server in Prometheus.',
    read: readText,
  },
  sessionHours: {
    env: 'COOPERAGE_SESSION_HOURS',
    placeholder: 'hours',
    fallback: '12',
    help: 'Hours until a session expires and the user has to sign in again. An identity provider that issues refresh tokens renews it.',
    read: readSessionHours,
  },
} as const satisfies Record<string, Setting<unknown>>

const SECRET = {
  rootUser: {
    env: 'COOPERAGE_ROOT_USER',
    placeholder: 'text',
    help: 'Root access key for a new data folder. Default: generated at the first start.',
    read: readAccessKey,
  },
  rootPassword: {
    env: 'COOPERAGE_ROOT_PASSWORD',
    placeholder: 'text',
    help: 'Root secret key for a new data folder, at least 8 characters.',
    read: readSecret(8),
  },
  secret: {
    env: 'COOPERAGE_SECRET',
    placeholder: 'text',
    help: 'Key that encrypts sessions, at least 16 characters. All replicas need the same one. Default: generated and stored in the data folder.',
    read: readSecret(16),
  },
  prometheusToken: {
    env: 'COOPERAGE_PROMETHEUS_TOKEN',
    placeholder: 'text',
    help: 'Bearer token for Prometheus, if it requires one.',
    read: readHeaderSecret,
  },
  metricsToken: {
    env: 'COOPERAGE_METRICS_TOKEN',
    placeholder: 'text',
    help: "Bearer token with which the console reads the storage server's metrics, as mc admin prometheus generate creates it. With it, the dashboard has charts of the last 14 days without Prometheus, and tests of notification targets show their queues. The embedded engine needs none.",
    read: readHeaderSecret,
  },
  consoleMetricsToken: {
    env: 'COOPERAGE_CONSOLE_METRICS_TOKEN',
    placeholder: 'text',
    help: 'Bearer token with which Prometheus reads the metrics of the console itself at /metrics-console, at least 16 characters. Default: only this machine can read them.',
    read: (text) => readSecret(16)(readHeaderSecret(text)),
  },
  auditStore: {
    env: 'COOPERAGE_AUDIT_STORE',
    placeholder: 'sqlite|off|url',
    fallback: 'sqlite',
    help: "Where the storage server's audit log is kept, so that it can be searched: in a file of the data folder, nowhere, or in a PostgreSQL database that several replicas share, which then has their share links too, for example postgres://user:password@host/database.",
    read: readAuditStore,
  },
  auditToken: {
    env: 'COOPERAGE_AUDIT_TOKEN',
    placeholder: 'text',
    help: 'Token with which the storage server sends its audit log to the console, at least 16 characters. All replicas need the same one. Default: generated and stored in the data folder.',
    read: readSecret(16),
  },
} as const satisfies Record<string, Setting<unknown>>

export const SETTINGS = { ...PLAIN, ...SECRET }
type Table = typeof SETTINGS
type Name = keyof Table

/** Settings with a fallback always have a value, the others may be undefined. */
export type Settings = {
  [K in Name]: ReturnType<Table[K]['read']> | (Table[K] extends { fallback: string } ? never : undefined)
}

interface Invocation {
  /** Only the help, or the version, is asked for. */
  help: boolean
  version: boolean
  settings: Settings
  /** Where each setting that was given came from: `--port` or `COOPERAGE_PORT`. */
  givenBy: ReadonlyMap<Name, string>
  /** Warnings that don't prevent the start. */
  notices: string[]
}

/**
 * Reads the command line and the environment; a flag overrides its variable, and an empty variable counts as unset.
 * @throws SettingsError that names the setting and what is valid
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
  const [help, version] = [flags.has('help'), flags.has('version')]
  if (help || version) return { help, version, settings, givenBy, notices: [] }
  const notices = unknownVariables(env)
  rejectContradictions(settings, givenBy, env)
  return { help, version, settings, givenBy, notices }
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
  const takesValue = new Map<string, boolean>([
    ['help', false],
    ['version', false],
  ])
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
      throw new SettingsError(`"${token.value}" isn't a setting. Write settings as --name value. ${SEE_HELP}`)
    }
    const secretEnv = secretFlags.get(token.name)
    if (secretEnv !== undefined) {
      throw new SettingsError(
        `Secrets aren't accepted on the command line, where every user of this machine can read them. Set the environment variable ${secretEnv} instead.`,
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
    if (!wantsValue && token.value !== undefined) throw new SettingsError(`${token.rawName} doesn't accept a value.`)
    if (given.has(token.name)) throw new SettingsError(`${token.rawName} was given twice.`)
    given.set(token.name, token.value ?? '')
  }
  return given
}

const SEE_HELP = '--help lists all settings.'

function unknownFlag(typed: string, known: string[]): string {
  const meant = closest(typed.replace(/^-+/, ''), known)
  return `${typed} isn't a setting. ${meant === undefined ? SEE_HELP : `Did you mean --${meant}?`}`
}

/** What applies to the embedded engine only and has a flag. In the environment it may be left over. */
const OF_ENGINE = ['sample', 'storagePort', 'storageTlsCert'] as const

/** What the file of several storage servers has for each of them. */
const OF_ONE_SERVER = [
  'storageUrl',
  'storageKind',
  'storagePublicUrl',
  'iamUrl',
  'garageAdminUrl',
  'stsRoleArn',
  'stsUrl',
  'metricsToken',
  'prometheusUrl',
  'customTokenRole',
] as const

function rejectContradictions(settings: Settings, givenBy: ReadonlyMap<Name, string>, env: NodeJS.ProcessEnv): void {
  const { servers, port, storagePort, mode, operator, tlsCert, httpPort } = settings
  requireBoth(settings, 'tlsCert', 'tlsKey')
  requireBoth(settings, 'storageTlsCert', 'storageTlsKey')
  if (httpPort !== undefined && tlsCert === undefined) {
    throw new SettingsError(`${givenBy.get('httpPort')} redirects to HTTPS, which needs ${PLAIN.tlsCert.env}.`)
  }
  const isOperatorMode = operator || mode === 'operator'
  if (settings.login === 'operator' && !isOperatorMode) {
    throw new SettingsError(
      `${givenBy.get('login')}=operator needs COOPERAGE_MODE=operator: only the console of a Kubernetes cluster accepts its tokens.`,
    )
  }
  if (settings.login === 'form' && isOperatorMode) {
    throw new SettingsError(
      `${givenBy.get('login')}=form can't be combined with operator mode, in which access keys don't sign in. Use operator or sso.`,
    )
  }
  if (settings.login === 'sso' && !Object.keys(env).some((name) => env[name] && isOpenIdVariable(name))) {
    throw new SettingsError(
      `${givenBy.get('login')}=sso needs an identity provider, or nobody could sign in. Set COOPERAGE_OIDC_DISCOVERY_URL, COOPERAGE_OIDC_CLIENT_ID and COOPERAGE_OIDC_CALLBACK_URL.`,
    )
  }
  if (operator) {
    const flags = OF_ENGINE.map((name) => givenBy.get(name))
    const others = (['storageUrl', 'servers', 'kubernetesUrl', 'kubeConfig', 'tenantUrl'] as const).map((name) =>
      givenBy.get(name),
    )
    const source = others.find((each) => each !== undefined) ?? flags.find((each) => each?.startsWith('--'))
    if (source === undefined) return
    throw new SettingsError(`${source} can't be combined with --operator, which starts its own cluster.`)
  }
  if (mode === 'operator') {
    for (const name of [...OF_ENGINE, 'storageUrl', 'servers'] as const) {
      const source = givenBy.get(name)
      if (source?.startsWith('--')) {
        throw new SettingsError(
          `${source} can't be combined with ${givenBy.get('mode')}=operator, which manages a cluster.`,
        )
      }
    }
    return
  }
  requireBoth(settings, 'rootUser', 'rootPassword')
  if (servers !== undefined) {
    const other = OF_ONE_SERVER.map((name) => givenBy.get(name)).find((source) => source !== undefined)
    if (other !== undefined) {
      throw new SettingsError(
        `${other} applies to one storage server and can't be combined with ${givenBy.get('servers')}. Set it for each server in that file.`,
      )
    }
  }
  const elsewhere = givenBy.get('servers') ?? givenBy.get('storageUrl')
  if (elsewhere !== undefined) {
    for (const name of OF_ENGINE) {
      const source = givenBy.get(name)
      if (source?.startsWith('--')) {
        throw new SettingsError(`${source} applies to the embedded engine and can't be combined with ${elsewhere}.`)
      }
    }
  } else if (port === storagePort && port !== 0) {
    throw new SettingsError(
      `The console and the engine can't share port ${port}. Choose another --port or --storage-port.`,
    )
  }
}

function requireBoth(settings: Settings, one: Name, other: Name): void {
  const table: Record<Name, Setting<unknown>> = SETTINGS
  if ((settings[one] === undefined) === (settings[other] === undefined)) return
  const [first, second] = [table[one].env, table[other].env]
  const missing = settings[one] === undefined ? first : second
  throw new SettingsError(`${first} and ${second} must be set together: ${missing} isn't set.`)
}

/** Read by the engine alone, and by the tests and scripts of this project. */
const OTHERS = /^COOPERAGE_(REGION|METRICS_PUBLIC|CACHE|CHROMIUM|DEFINITIONS|PARITY|TEST_.*)$/
/** What Kubernetes sets in each pod for a service of this name, and for each that begins with it. */
const SERVICE_LINK = /^COOPERAGE_(.+_)?(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?)$/

/**
 * Warnings about unknown variables. One of an identity provider is refused instead: without it, other people could sign in than
 * was meant, or nobody. @throws SettingsError
 */
function unknownVariables(env: NodeJS.ProcessEnv): string[] {
  const known = Object.values<Setting<unknown>>(SETTINGS).flatMap((setting) => setting.env ?? [])
  const isKnown = (name: string) =>
    known.includes(name) ||
    isOpenIdVariable(name) ||
    OTHERS.test(name) ||
    SERVICE_LINK.test(name) ||
    /^(tcp|udp):/.test(env[name] ?? '')
  return Object.keys(env)
    .filter((name) => name.startsWith('COOPERAGE_') && env[name] && !isKnown(name))
    .map((name) => {
      const meant = closest(name, [...known, ...openIdVariablesLike(name)])
      const advice = meant === undefined ? SEE_HELP : `Did you mean ${meant}?`
      if ([name, meant ?? ''].some((each) => each.startsWith('COOPERAGE_OIDC_'))) {
        throw new SettingsError(`${name} isn't a setting. ${advice}`)
      }
      return `${name} isn't a setting and is ignored. ${advice}`
    })
}
