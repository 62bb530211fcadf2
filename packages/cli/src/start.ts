/** Composition: the storage engine as a child process, the console in this one. */
import { existsSync, readFileSync, write } from 'node:fs'
import { open } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { writeAuditReceiver } from '@cooperage/engine/audit-receiver'
import { readConsoleToken } from '@cooperage/engine/console-token'
import { type FileLock, lockExclusive } from '@cooperage/engine/lock'
import { metricsTokenOf, readEngineRecord } from '@cooperage/engine/record'
import { trustCertificates } from '@cooperage/engine/trusted-certificates'
import { CertificateError, readCertificate, type TlsSettings } from '@cooperage/listener'
import type { RunningPlatform } from '@cooperage/platform'
import type {
  ConsoleSettings,
  MetricsSettings,
  OpenIdSettings,
  OperatorSettings,
  RunningServer,
  ServerSettings,
} from '@cooperage/server'
import { browserAddresses, reachableHost, urlHost } from './addresses.ts'
import { CONSOLE_LOCK_FILE, prepareDataFolder, reason } from './data-folder.ts'
import { joinEngineProcess } from './engine-process.ts'
import { type SupervisedEngine, superviseEngine } from './engine-supervisor.ts'
import { openLog } from './log-file.ts'
import { readOpenIdProviders } from './openid-settings.ts'
import { requireFreePort } from './ports.ts'
import { readConsoleRecord, removeConsoleRecord, writeConsoleRecord } from './run-record.ts'
import type { Settings } from './settings.ts'
import { StartError } from './values.ts'

/** Relative to the package, because sources and their build are at different depths in it. A release has the page in it. */
const PACKAGE = dirname(findPackageJSON(import.meta.url) ?? '')
const RELEASED_PAGE = join(PACKAGE, 'page')
const WEB_ROOT = existsSync(RELEASED_PAGE) ? RELEASED_PAGE : join(PACKAGE, '..', 'web', 'dist')

/** Time for pending responses to finish before the console closes. */
const GRACE_MS = 5000

export interface StartOptions {
  settings: Settings
  /** Environment of the engine, including the root keys of a new data folder. */
  env: NodeJS.ProcessEnv
  /** Aborting it during the start undoes the start. */
  signal: AbortSignal
  /** Called with each line for the user. */
  print: (line: string) => void
}

export interface Running {
  url: string
  /** Stops the console, then the engine; takes a few seconds at most. */
  close(): Promise<void>
}

/** @throws StartError */
export async function startCooperage(options: StartOptions): Promise<Running> {
  const { settings } = options
  if (settings.caFile !== undefined) trustCertificates(settings.caFile)
  const named = Object.values(settings).filter((value) => typeof value === 'string')
  if (typeof settings.audit === 'object') named.push(settings.audit.file)
  for (const warning of await prepareDataFolder(settings.dataDir, named)) options.print(warning)
  const lock = lockConsole(settings.dataDir)
  if (lock === undefined) throw new StartError(await describeLivingConsole(settings.dataDir))
  try {
    return await startLocked(options, lock)
  } catch (error) {
    lock.release()
    throw error
  }

  async function describeLivingConsole(dataDir: string): Promise<string> {
    const record = await readConsoleRecord(dataDir)
    const where = record === undefined ? 'is just starting' : `runs at ${record.url} (process ${record.pid})`
    return `Cooperage is already running on the data folder ${dataDir}: its console ${where}. Stop it first, or choose another folder with --data.`
  }
}

/** Undefined while another console runs on the data folder. @throws StartError */
function lockConsole(dataDir: string): FileLock | undefined {
  const path = join(dataDir, CONSOLE_LOCK_FILE)
  try {
    return lockExclusive(path)
  } catch (error) {
    throw new StartError(`The lock ${path} can't be acquired: ${reason(error)}.`, { cause: error })
  }
}

async function startLocked(options: StartOptions, lock: FileLock): Promise<Running> {
  const { settings, env, signal, print } = options
  const { host, dataDir } = settings
  const tls = tlsSettings(settings)
  requireCertificate(tls, 'COOPERAGE_TLS_CERT and COOPERAGE_TLS_KEY')
  await requireFreePort({ host, port: settings.port, purpose: 'the console', flag: '--port', env: 'COOPERAGE_PORT' })
  if (settings.httpPort !== undefined) {
    const redirect = { purpose: 'the redirect to HTTPS', flag: '--http-port', env: 'COOPERAGE_HTTP_PORT' }
    await requireFreePort({ host, port: settings.httpPort, ...redirect })
  }
  await requireAudit(settings.audit)
  if (settings.mode === 'operator' || settings.operator) return await startOperator(options, lock)
  requireCertificate(engineTls(settings), 'COOPERAGE_STORAGE_TLS_CERT and COOPERAGE_STORAGE_TLS_KEY')
  const openId = readOpenIdProviders(env)
  if (settings.servers !== undefined) return await startServers(options, settings.servers, openId, lock)
  // Loading the console's modules takes as long as starting the engine: let them overlap.
  const consoleModule = import('@cooperage/server')
  const engine = settings.storageUrl === undefined ? await startEngine(settings, env, signal, print) : undefined

  let server: RunningServer
  try {
    const { startServer, auditReceiver } = await consoleModule
    const consoleToken = engine && (await readConsoleToken(dataDir))
    const ofServer = { ...serverSettings(settings, engine, openId), ...(consoleToken && { consoleToken }) }
    server = await startServer(ofServer)
    if (engine !== undefined) {
      // The engine sends its audit log there, whether it was started or joined.
      const origin = `${tls === undefined ? 'http' : 'https'}://${urlHost(reachableHost(host))}:${server.port}`
      await writeAuditReceiver(dataDir, await auditReceiver(ofServer, origin))
    }
  } catch (error) {
    await engine?.stop()
    throw error
  }
  await writeConsoleRecord(dataDir, { pid: process.pid, url: server.url })
  introduce(settings, server, engine, print)
  const closing = new AbortController()
  if (settings.storageUrl !== undefined) void warnOfStorage(settings.storageUrl)

  return {
    url: server.url,
    async close() {
      closing.abort()
      await Promise.race([server.close(), delay(GRACE_MS, undefined, { ref: false })])
      await engine?.stop()
      await removeConsoleRecord(dataDir)
      lock.release()
    },
  }

  /** The console has started: the storage server may start later. */
  async function warnOfStorage(url: URL): Promise<void> {
    const { storageWarning } = await consoleModule
    const warning = await storageWarning(url, closing.signal)
    if (warning !== undefined && !closing.signal.aborted) print(warning)
  }
}

function tlsSettings({ tlsCert, tlsKey }: Settings): TlsSettings | undefined {
  return tlsCert === undefined || tlsKey === undefined ? undefined : { certFile: tlsCert, keyFile: tlsKey }
}

/** Of the embedded engine. */
function engineTls({ storageUrl, storageTlsCert, storageTlsKey }: Settings): TlsSettings | undefined {
  if (storageUrl !== undefined || storageTlsCert === undefined || storageTlsKey === undefined) return undefined
  return { certFile: storageTlsCert, keyFile: storageTlsKey }
}

/** Before anything is started that would have to be stopped again. @throws StartError */
function requireCertificate(tls: TlsSettings | undefined, variables: string): void {
  try {
    if (tls !== undefined) readCertificate(tls)
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error
    throw new StartError(`${error.message}. Check ${variables}.`, { cause: error })
  }
}

/** A console that should keep an audit log doesn't run without it. @throws StartError */
async function requireAudit(audit: Settings['audit']): Promise<void> {
  if (audit === 'log' || audit === 'off') return
  try {
    await (await open(audit.file, 'a', 0o600)).close()
  } catch (error) {
    throw new StartError(
      `The audit log can't be written to ${audit.file}: ${reason(error)}. Set COOPERAGE_AUDIT to a file in a folder that exists and that this user can write, to log, or to off.`,
      { cause: error },
    )
  }
}

/** The consoles of several storage servers, without an engine. @throws StartError */
async function startServers(
  { settings, print }: StartOptions,
  file: string,
  openId: readonly OpenIdSettings[],
  lock: FileLock,
): Promise<Running> {
  const [{ startSeveralServers }, { readServersFile, ServersFileError }] = await Promise.all([
    import('@cooperage/server'),
    import('@cooperage/server/servers-file'),
  ])
  const read = () => {
    try {
      return readServersFile(file)
    } catch (error) {
      if (!(error instanceof ServersFileError)) throw error
      throw new StartError(`The file ${file} of COOPERAGE_SERVERS: ${error.message}.`, { cause: error })
    }
  }
  const servers = read()
  const server = await startSeveralServers({
    ...consoleSettings(settings),
    ...ofEachServer(settings),
    outboundLoopback: settings.outboundLoopback ?? false,
    openId,
    servers,
  })
  await writeConsoleRecord(settings.dataDir, { pid: process.pid, url: server.url })
  print('Cooperage is ready.')
  printConsole(settings, server, print)
  for (const { title, storageUrl } of servers) print(`  ${title}  ${storageUrl.origin}`)
  print('Press Ctrl+C to stop.')
  return {
    url: server.url,
    async close() {
      await Promise.race([server.close(), delay(GRACE_MS, undefined, { ref: false })])
      await removeConsoleRecord(settings.dataDir)
      lock.release()
    },
  }
}

/** The console of the tenants in a cluster, without an engine. */
async function startOperator({ settings, env, print }: StartOptions, lock: FileLock): Promise<Running> {
  const serverModule = import('@cooperage/server')
  const openId = readOpenIdProviders(env)
  const local = settings.operator ? await startLocal(settings, env, openId, print) : undefined
  let server: RunningServer
  let cluster: ClusterSettings
  try {
    cluster = {
      ...(local ? clusterOfPlatform(local.platform) : await clusterOf(settings, env)),
      openId,
      ...(settings.login === 'operator' || settings.login === 'sso' ? { login: settings.login } : {}),
    }
    const { startOperatorServer } = await serverModule
    server = await startOperatorServer({ ...consoleSettings(settings), ...cluster })
  } catch (error) {
    await local?.platform.close()
    throw error
  }
  await writeConsoleRecord(settings.dataDir, { pid: process.pid, url: server.url })
  print('Cooperage is ready.')
  printConsole(settings, server, print)
  print(`  Cluster  ${cluster.kubernetesUrl.origin}`)
  const advice = 'Sign in with a token of the cluster, for example of: kubectl create token <service account>'
  for (const line of local?.advice ?? [advice]) print(line)
  print('Press Ctrl+C to stop.')
  return {
    url: server.url,
    async close() {
      await Promise.race([server.close(), delay(GRACE_MS, undefined, { ref: false })])
      await local?.platform.close()
      await removeConsoleRecord(settings.dataDir)
      lock.release()
    },
  }
}

async function startLocal(
  settings: Settings,
  env: NodeJS.ProcessEnv,
  openId: readonly OpenIdSettings[],
  print: (line: string) => void,
) {
  // Loaded on demand: only the platform needs an index in this process.
  const { startLocalPlatform } = await import('./operator/local-platform.ts')
  return await startLocalPlatform(settings.dataDir, env, openId, print)
}

type ClusterSettings = Omit<OperatorSettings, keyof ConsoleSettings>

function clusterOfPlatform({ url, tenantUrl }: RunningPlatform): ClusterSettings {
  return { kubernetesUrl: url, ownNamespace: 'cooperage', tenantUrl }
}

/** Where the cluster of operator mode is. @throws StartError */
async function clusterOf(settings: Settings, env: NodeJS.ProcessEnv): Promise<ClusterSettings> {
  const { kubernetesUrl, kubernetesCa, kubeConfig, namespaces, tenantUrl } = settings
  const { inClusterServer, inClusterNamespace, KubeConfigError, readKubeConfig } = await import(
    '@cooperage/kube-client'
  )
  const found = await readServer()
  const url = kubernetesUrl ?? found?.url
  if (url === undefined) {
    throw new StartError(
      'Operator mode needs the address of a Kubernetes API server. Set COOPERAGE_KUBERNETES_URL or COOPERAGE_KUBECONFIG.',
    )
  }
  const known = kubernetesCa ?? found?.ca
  const added = settings.caFile === undefined ? '' : readFileSync(settings.caFile, 'utf8')
  // Its own authorities replace those of the system, but not what the administrator added to them.
  const ca = known === undefined ? undefined : `${known}\n${added}`
  return {
    kubernetesUrl: url,
    ownNamespace: (await inClusterNamespace()) ?? 'default',
    ...(ca === undefined ? {} : { kubernetesCa: ca }),
    ...(namespaces === undefined ? {} : { namespaces }),
    ...(tenantUrl === undefined ? {} : { tenantUrl: async (...names) => tenantUrl(...names) }),
  }

  async function readServer() {
    if (kubernetesUrl !== undefined) return undefined
    if (kubeConfig === undefined) return await inClusterServer(env)
    try {
      return (await readKubeConfig(kubeConfig)).server
    } catch (error) {
      if (error instanceof KubeConfigError) throw new StartError(error.message, { cause: error })
      throw new StartError(`COOPERAGE_KUBECONFIG can't be read: ${reason(error)}.`, { cause: error })
    }
  }
}

function serverSettings(
  settings: Settings,
  engine: SupervisedEngine | undefined,
  openId: OpenIdSettings[],
): ServerSettings {
  const storageUrl = settings.storageUrl ?? new URL(engine?.url ?? '')
  const storagePublicUrl =
    settings.storagePublicUrl ?? (engine?.tls ? new URL(engine.url.replace(/^http:/, 'https:')) : undefined)
  return {
    ...consoleSettings(settings),
    ...ofEachServer(settings),
    storageUrl,
    ...(settings.stsRoleArn && {
      stsRole: { arn: settings.stsRoleArn, ...(settings.stsUrl && { url: settings.stsUrl }) },
    }),
    ...(settings.storageKind && { storageKind: settings.storageKind }),
    virtualHosts: settings.storageAddressing === 'virtual',
    ...(settings.iamUrl && { iamUrl: settings.iamUrl }),
    ...(settings.garageAdminUrl && { garageAdminUrl: settings.garageAdminUrl }),
    runsEngine: engine !== undefined,
    openId,
    metrics: metricsSettings(settings),
    ...(settings.auditToken === undefined ? {} : { auditToken: settings.auditToken }),
    outboundLoopback: settings.outboundLoopback ?? settings.storageUrl === undefined,
    ...(settings.customTokenRole === undefined
      ? {}
      : { customToken: { roleArn: settings.customTokenRole, name: settings.customTokenName } }),
    ...(storagePublicUrl === undefined ? {} : { storagePublicUrl }),
  }
}

/** What applies to each storage server, also if there are several. */
function ofEachServer({ keepKeys, auditStore, auditDays, auditBytes, login }: Settings) {
  return {
    keepsKeys: keepKeys,
    auditStore,
    auditDays,
    auditBytes,
    ...(login === 'form' || login === 'sso' ? { login } : {}),
  }
}

function consoleSettings(settings: Settings): ConsoleSettings {
  const { secret, hostNames, trustedProxies, outboundAllow, dataDir, httpPort } = settings
  const tls = tlsSettings(settings)
  return {
    host: settings.host,
    port: settings.port,
    dataDir,
    webRoot: WEB_ROOT,
    sessionHours: settings.sessionHours,
    audit: settings.audit,
    transfers: settings.transfers,
    hstsSeconds: settings.hstsSeconds,
    ...(tls === undefined ? {} : { tls }),
    ...(httpPort === undefined ? {} : { redirectPort: httpPort }),
    ...(settings.licensePublicKey === undefined ? {} : { licensePublicKey: settings.licensePublicKey }),
    ...(settings.subscriptionUrl === undefined ? {} : { subscriptionUrl: settings.subscriptionUrl }),
    ...(secret === undefined ? {} : { secret }),
    ...(hostNames === undefined ? {} : { allowedHosts: hostNames }),
    ...(trustedProxies === undefined ? {} : { trustedProxies }),
    ...(outboundAllow === undefined ? {} : { outboundAllow }),
    ...(settings.consoleMetricsToken === undefined ? {} : { consoleMetricsToken: settings.consoleMetricsToken }),
    logLevel: settings.logLevel,
    logFormat: settings.logFormat === 'text' ? 'text' : 'json',
    // In a terminal, the log goes to a file; elsewhere it goes to standard output, where service managers collect it.
    ...(process.stdout.isTTY && settings.logFormat === 'auto'
      ? { log: appendTo(openLog(join(dataDir, 'console.log'))) }
      : {}),
  }
}

function metricsSettings(settings: Settings): MetricsSettings {
  const { prometheusUrl, prometheusJob, prometheusToken } = settings
  const scrapeToken = scrapeTokenOf(settings)
  const token = prometheusToken === undefined ? {} : { token: prometheusToken }
  return {
    ...(prometheusUrl && { prometheus: { url: prometheusUrl, job: prometheusJob, ...token } }),
    ...(scrapeToken && { scrapeToken }),
  }
}

function scrapeTokenOf({ metricsToken, storageUrl, dataDir }: Settings): MetricsSettings['scrapeToken'] {
  if (metricsToken !== undefined) return async () => metricsToken
  if (storageUrl !== undefined) return undefined
  // The embedded engine writes a new record at each start.
  return async () => {
    const record = await readEngineRecord(dataDir)
    return record && metricsTokenOf(record.secret)
  }
}

function appendTo(file: number): (line: string) => void {
  return (line) => {
    // Losing a log line is better than crashing the console, for example on a full disk.
    write(file, line, () => undefined)
  }
}

async function startEngine(
  settings: Settings,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<SupervisedEngine> {
  const { dataDir, host, storagePort: port } = settings
  const found = await joinEngineProcess(dataDir)
  if (found === undefined) {
    await requireFreePort({
      host,
      port,
      purpose: 'the storage engine',
      flag: '--storage-port',
      env: 'COOPERAGE_STORAGE_PORT',
    })
  }
  const childEnv = { ...env, ...(settings.sample ? { COOPERAGE_SAMPLE: '1' } : {}) }
  return superviseEngine(found, { dataDir, host, port, tls: engineTls(settings), env: childEnv, signal }, print)
}

/** Where browsers reach the console. */
function printConsole(
  { host, tlsCert }: Settings,
  { port, redirectPort }: RunningServer,
  print: StartOptions['print'],
): void {
  print(`  Console  ${browserAddresses(host, port, tlsCert === undefined ? 'http' : 'https').join('  ')}`)
  if (redirectPort !== undefined) print(`  HTTP     ${browserAddresses(host, redirectPort).join('  ')} (redirects)`)
}

function introduce(
  settings: Settings,
  server: RunningServer,
  engine: SupervisedEngine | undefined,
  print: (line: string) => void,
) {
  const { host, dataDir, storageUrl } = settings
  const rootFile = join(dataDir, 'root-credentials')
  const storage =
    engine === undefined
      ? `${storageUrl?.origin} (not started by Cooperage)`
      : `${browserAddresses(host, Number(new URL(engine.url).port), engine.tls ? 'https' : 'http').join('  ')} (S3)`
  print('Cooperage is ready.')
  printConsole(settings, server, print)
  print(`  Storage  ${storage}`)
  print(`  Data     ${dataDir}`)
  if (engine?.joined) print('The storage engine of this folder was already running. The console uses it.')
  if (engine?.joined && settings.sample) print('No sample data was added: that happens only when the engine starts.')
  if (engine?.createdRoot && settings.rootUser !== undefined) {
    print('First start: the data folder now uses the root keys you set.')
  } else if (engine?.createdRoot) {
    if (!process.stdout.isTTY) print(`First start: the root access key and secret key are in ${rootFile}`)
    else print(`First start: sign in with the root keys above, which are stored in ${rootFile}`)
    print('The access key is the username, and the secret key is the password.')
  } else if (engine !== undefined) {
    print(`The root access key and secret key are in ${rootFile}`)
  }
  print('Press Ctrl+C to stop.')
}
