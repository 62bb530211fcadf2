/** Opens a data folder and assembles the engine. */
import { Directory, directorySettings } from '@cooperage/directory'
import { sha256Hex } from '@cooperage/wire'
import { Config } from './config/config.ts'
import { loadConsoleToken } from './console-token.ts'
import { loadDeploymentId } from './deployment-id.ts'
import type { Engine } from './engine.ts'
import { Events } from './events/events.ts'
import { Admission } from './http/admission.ts'
import { openIam } from './iam/iam.ts'
import { Lifecycle } from './lifecycle/lifecycle.ts'
import type { Log, LogEntry } from './log.ts'
import { ConsoleLog } from './observe/console-log.ts'
import { logWebhookOptions } from './observe/log-webhooks.ts'
import { Observer } from './observe/observer.ts'
import { Webhooks } from './outbound/webhooks.ts'
import { restrictFolders } from './private-folders.ts'
import { refreshDirectory } from './refresh-directory.ts'
import { reportDamage } from './report-damage.ts'
import { loadRootCredentials, type RootCredentials } from './root-credentials.ts'
import type { CannedAcls } from './s3/acl.ts'
import { removeStaleUploads } from './stale-uploads.ts'
import type { StartedStore } from './store/durable-store.ts'
import { openStore } from './store/open-store.ts'
import { OpenIdProviders, providerSettings } from './sts/openid/providers.ts'

interface OpenOptions {
  dataDir: string
  root: RootCredentials | undefined
  /** Empty: the region from the settings, if any. */
  region: string
  isMetricsPublic: boolean
  acceptsSignatureV2: boolean
  cannedAcls: CannedAcls
  trustsProxy: Engine['trustsProxy']
  /** Days in which all stored data is verified once; 0 to disable. */
  scrubDays: number
  /** Seconds between lifecycle scans; 0 to disable. */
  lifecycleSeconds: number
  /** Seconds between updates of the keys of an LDAP directory's users. */
  directorySeconds: number
  /** The clock of lifecycle rules, in milliseconds since the epoch. */
  now(): number
  /** Default: in the data folder. */
  encryptionKeyFile: string | undefined
  log: Log
  recordSecret: string
  endpoint: string
  control: Engine['control']
}

interface OpenedEngine {
  engine: Engine
  /** Whether the root keys were made or kept by this, that is, whether the data folder is new. */
  createdRoot: boolean
  /** Ends live streams. Call it before waiting for running requests. */
  endStreams(): void
  /** Closes everything. Call it when no request is running. */
  close(): Promise<void>
}

/** @throws StoreError DataFolderInUse, StorageFull, StorageFailed; RootCredentialsError */
export async function openEngine(options: OpenOptions): Promise<OpenedEngine> {
  // The store locks the folder, so it is opened before anything else there is read or written.
  const { dataDir, encryptionKeyFile } = options
  const store = await openStore({ dataDir, encryptionKeyFile })
  try {
    return await assemble(store, options)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function assemble(store: StartedStore, options: OpenOptions): Promise<OpenedEngine> {
  const { dataDir, recordSecret, endpoint, isMetricsPublic, acceptsSignatureV2, cannedAcls, trustsProxy, control } =
    options
  const { created, ...root } = await loadRootCredentials(dataDir, options.root)
  const deploymentId = await loadDeploymentId(store.documents)
  const config = new Config(store.documents, options.region === '' ? {} : { site: { region: options.region } })
  const consoleLog = new ConsoleLog(deploymentId)
  const log: Log = (entry: LogEntry) => {
    options.log(entry)
    consoleLog.write(entry)
  }
  const logWebhooks = new Webhooks({
    section: 'logger_webhook',
    config,
    documents: store.documents,
    log,
    optionsOf: (target) => logWebhookOptions(target, deploymentId),
  })
  consoleLog.follow((entry) => logWebhooks.send(entry))
  await restrictFolders(dataDir, log)
  const closing = new AbortController()
  const [ldapTarget] = config.targets('identity_ldap')
  const ldap = ldapTarget && new Directory(directorySettings(ldapTarget.values))
  const region = config.get('site').region || config.get('region').name || ''
  const parts = {
    store,
    damage: store.damage,
    scrubber: store.scrubber,
    root,
    iam: openIam(store.documents, root.accessKey, { withoutUsers: ldap !== undefined }),
    ldap,
    openId: new OpenIdProviders(providerSettings(config.targets('identity_openid')), region),
    config,
    consoleLog,
    logWebhooks,
    region,
    recordSecret,
    deploymentId,
    hostId: sha256Hex(deploymentId),
    startedAt: Date.now(),
    dataDir,
    endpoint,
    log,
    closing: closing.signal,
    control,
    isMetricsPublic,
    acceptsSignatureV2,
    cannedAcls,
    trustsProxy,
    consoleToken: await loadConsoleToken(dataDir),
  }
  const admission = new Admission()
  const limit = () => admission.setLimit(Number(config.get('api').requests_max))
  config.onChange('api', limit)
  limit()
  const events = new Events(parts)
  const observer = new Observer(parts)
  const publish: Engine['publish'] = (event) => events.publish(event)
  const lifecycle = new Lifecycle({ store, log, now: options.now, publish })
  const engine: Engine = Object.assign(parts, { admission, events, observer, publish, lifecycle })
  if (store.keyring.problem) log({ level: 'error', message: store.keyring.problem })
  reportDamage(store, options.scrubDays, log)
  if (options.lifecycleSeconds > 0) lifecycle.start(options.lifecycleSeconds)
  const endStaleUploads = removeStaleUploads({ store, config, log })
  const endRefresh = ldap && refreshDirectory({ ldap, iam: parts.iam, log }, options.directorySeconds)
  return {
    engine,
    createdRoot: created,
    endStreams: () => closing.abort(),
    async close() {
      await Promise.all([endStaleUploads(), endRefresh?.(), lifecycle.scanner.stop()])
      await Promise.all([events.close(), observer.close(), logWebhooks.close()])
      await store.close()
    },
  }
}
