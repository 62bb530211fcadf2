import type { LookupFunction } from 'node:net'
import type { ServerLabel } from '@cooperage/contract'
import type { TlsSettings } from '@cooperage/listener'
import type { StorageKind } from '@cooperage/storage-client'
import type { AuditDestination } from './audit-trail.ts'
import type { Resolve } from './outbound-guard.ts'

type LogLevel = 'error' | 'warn' | 'info' | 'debug'

/** How visitors sign in to the console of a storage server: with an access key, or at an identity provider. */
export type LoginMode = 'form' | 'sso'
/** In operator mode: with a Kubernetes token, or at an identity provider. */
type ClusterLoginMode = 'operator' | 'sso'

/**
 * How objects travel between browsers and the storage server: `direct` where the browser reaches it, `console` only through the
 * console, and `auto` is `direct` unless the address of the storage server looks like one that only the console reaches.
 */
export type TransferMode = 'auto' | 'direct' | 'console'

/** An OpenID Connect provider whose users sign in to the console. */
export interface OpenIdSettings {
  /** Distinguishes providers in sessions; lower case. */
  id: string
  /** Shown on the sign-in page. */
  name: string
  /** Address of the discovery document, or the issuer. */
  discoveryUrl: URL
  clientId: string
  /** Undefined for a public client. */
  clientSecret?: string
  scopes: readonly string[]
  /** Role of the storage server's provider; without it a claim of the ID token names the policies. */
  roleArn?: string
  /** The console's page /oauth_callback as browsers reach it. It may contain `[HOSTNAME]`, the host name in the address bar. */
  callbackUrl: string
}

/** The identity plugin of the storage server, whose tokens sign in (AssumeRoleWithCustomToken). */
export interface CustomTokenSettings {
  /** COOPERAGE_CUSTOM_TOKEN_NAME: what its tokens are called. */
  name: string
  /** COOPERAGE_CUSTOM_TOKEN_ROLE_ARN: the role of the plugin. */
  roleArn: string
}

/** Where metrics come from. For the dashboard, `prometheus` takes precedence. */
export interface MetricsSettings {
  /** A Prometheus that scrapes the storage server. */
  prometheus?: {
    /** COOPERAGE_PROMETHEUS_URL */
    url: URL
    /** COOPERAGE_PROMETHEUS_JOB: the value of the label `job` in its series. */
    job: string
    /** COOPERAGE_PROMETHEUS_TOKEN: bearer token, if it needs one. */
    token?: string
  }
  /**
   * Returns the bearer token with which the console reads the storage server's metrics itself: COOPERAGE_METRICS_TOKEN, or the
   * one of the embedded engine, which changes with each of its starts. Undefined while there is none.
   */
  scrapeToken?: () => Promise<string | undefined>
  /** Seconds between two reads; default 15. */
  scrapeSeconds?: number
}

/** The settings of every console, whatever it manages. Its caller (the command, a test) has read and validated the environment. */
export interface ConsoleSettings {
  /** Address to listen on. */
  host: string
  /** Port to listen on; 0 chooses a free one. */
  port: number
  /** Folder for the console's secret and the sessions that were signed out. Created if missing. */
  dataDir: string
  /** COOPERAGE_SECRET: seals the sessions; replicas need the same one. Default: generated once and stored in `dataDir`. */
  secret?: string
  /** Folder of the built web application; if it is missing, a page explains how to build it. */
  webRoot: string
  /** COOPERAGE_LICENSE_PUBLIC_KEY_FILE: public key (PEM) that license keys of the storage server are verified with. */
  licensePublicKey?: string
  /** COOPERAGE_SUBSCRIPTION_URL: service that issues license keys; without it nothing is sent anywhere. */
  subscriptionUrl?: URL
  /** COOPERAGE_SESSION_HOURS: 1 to 168, default 12. */
  sessionHours?: number
  /** COOPERAGE_HOSTS: additional host names of the console, beside IP addresses, localhost and the machine's own name. */
  allowedHosts?: readonly string[]
  /** COOPERAGE_TRUSTED_PROXIES: addresses, CIDR ranges, or `loopback`, whose forwarding headers are trusted. */
  trustedProxies?: readonly string[]
  /** COOPERAGE_TLS_CERT and COOPERAGE_TLS_KEY: without them the console serves plain HTTP, and a reverse proxy may add TLS. */
  tls?: TlsSettings
  /** COOPERAGE_HTTP_PORT: port on which plain HTTP is redirected to TLS; needs `tls`. */
  redirectPort?: number
  /** COOPERAGE_HSTS_SECONDS: of Strict-Transport-Security on TLS connections, also those of a proxy; 0 (default) sends none. */
  hstsSeconds?: number
  /** COOPERAGE_CONSOLE_METRICS_TOKEN: who may read the console's own metrics; default this machine only. */
  consoleMetricsToken?: string
  /** Maximum number of concurrent connections; default 4,000. */
  maxConnections?: number
  /** COOPERAGE_OUTBOUND_ALLOW: host names, addresses and networks to which alone the console connects if a visitor enters them. */
  outboundAllow?: readonly string[]
  /** COOPERAGE_AUDIT: where the audit trail is written; default the log. */
  audit?: AuditDestination
  /** COOPERAGE_TRANSFERS; default `auto`. */
  transfers?: TransferMode
  /** Receives each line of the log, which is written to standard output otherwise; `silent` writes none. */
  log?: 'silent' | ((line: string) => void)
  /** COOPERAGE_LOG_LEVEL: the least important entries that are logged; default `info`. */
  logLevel?: LogLevel
  /** COOPERAGE_LOG_FORMAT; default `json`. */
  logFormat?: 'json' | 'text'
  /** Milliseconds since the epoch; tests pass their own clock. */
  now?: () => number
  /** The tenant whose console this is. Set by operator mode, which shows it in a frame and signs in to it. */
  tenant?: { namespace: string; tenant: string }
}

/** The settings of `startServer`, for the console of a storage server. */
export interface ServerSettings extends ConsoleSettings {
  /** Origin of the storage server's S3 port. */
  storageUrl: URL
  /** Certificates (PEM) that its own is verified with; default those of the system. */
  storageCa?: readonly string[]
  /** How its name is resolved, for a server whose address was typed in the console. */
  storageLookup?: LookupFunction
  /** Its names, if there are several storage servers. Set by the console of all of them, which passes requests on to this one. */
  server?: OneOfServers
  /** COOPERAGE_STORAGE_PUBLIC_URL: origin under which browsers reach the storage server; default `storageUrl`. */
  storagePublicUrl?: URL
  /** COOPERAGE_STORAGE_KIND: which administration the storage server has, `iam` and `garage` beside S3; default what it responds. */
  storageKind?: StorageKind | 'iam' | 'garage'
  /** COOPERAGE_STORAGE_ADDRESSING: whether the storage server has a host name for each bucket; default what it accepts. */
  virtualHosts?: boolean
  /** COOPERAGE_IAM_URL: where IAM is, if not at the storage server. */
  iamUrl?: URL
  /** COOPERAGE_GARAGE_ADMIN_URL: where Garage's admin API is; with it the storage server is a Garage. */
  garageAdminUrl?: URL
  /**
   * COOPERAGE_STS_ROLE_ARN: the role that visitors assume at a storage server whose temporary keys need one. COOPERAGE_STS_URL:
   * where, if not at the storage server.
   */
  stsRole?: { arn: string; url?: URL }
  /**
   * COOPERAGE_KEEP_KEYS: whether the keys of visitors may be kept during their sessions, at storage servers that have no
   * temporary ones; default yes.
   */
  keepsKeys?: boolean
  /** By which the embedded engine recognizes its console, and believes it the address of a visitor. */
  consoleToken?: string
  /** Whether the storage server is the embedded engine that runs beside this console; default no. */
  runsEngine?: boolean
  /** COOPERAGE_LOGIN; default every way in that is configured: providers of `openId`, and access keys. */
  login?: LoginMode
  /** COOPERAGE_OIDC_*: the identity providers. */
  openId?: readonly OpenIdSettings[]
  /** Without it, no tokens sign in. */
  customToken?: CustomTokenSettings
  /** COOPERAGE_OUTBOUND_LOOPBACK: whether the console connects to its own machine if a visitor enters it; default no. */
  outboundLoopback?: boolean
  /** How often, in milliseconds, the account behind an open page is checked for lost permissions; default 15 s. */
  accountPollMs?: number
  /** Without it the dashboard has no widgets. */
  metrics?: MetricsSettings
  /**
   * COOPERAGE_AUDIT_STORE: where the audit log of the storage server is kept: a file in `dataDir`, or the URL of a PostgreSQL
   * database. Default: `off`.
   */
  auditStore?: 'sqlite' | 'off' | URL
  /** COOPERAGE_AUDIT_TOKEN: what the storage server presents with its audit log. Default: generated once and stored in `dataDir`. */
  auditToken?: string
  /** COOPERAGE_AUDIT_DAYS, COOPERAGE_AUDIT_SIZE: how long entries are kept, and how many bytes they may use; default 30, 2 GiB. */
  auditDays?: number
  auditBytes?: number
}

/** The names of one of several storage servers. */
interface OneOfServers extends Omit<ServerLabel, 'isHere'> {
  /** All of them, in the order in which they are listed. It changes when administrators add servers. */
  all: () => readonly Omit<ServerLabel, 'isHere'>[]
}

/** What the administrator sets for each of several storage servers. */
export interface ServerEntry
  extends Omit<ServerLabel, 'isHere'>,
    Pick<
      ServerSettings,
      | 'storageUrl'
      | 'storageCa'
      | 'storageLookup'
      | 'storagePublicUrl'
      | 'storageKind'
      | 'iamUrl'
      | 'garageAdminUrl'
      | 'stsRole'
      | 'metrics'
    > {
  /** Of one that was added in the console: another one of the same name and address has other sessions. */
  id?: string
}

/** The settings of `startServers`, for the consoles of several storage servers. */
export interface SeveralServersSettings
  extends ConsoleSettings,
    Pick<
      ServerSettings,
      | 'keepsKeys'
      | 'login'
      | 'openId'
      | 'auditStore'
      | 'auditDays'
      | 'auditBytes'
      | 'outboundLoopback'
      | 'accountPollMs'
    > {
  servers: readonly ServerEntry[]
}

/** The settings of `startOperator`, for the console of the tenants in a Kubernetes cluster. */
export interface OperatorSettings extends ConsoleSettings {
  /** COOPERAGE_KUBERNETES_URL: the API server. */
  kubernetesUrl: URL
  /** COOPERAGE_KUBERNETES_CA_FILE: certificates (PEM) that the API server's is verified with; default those of the system. */
  kubernetesCa?: string
  /** COOPERAGE_KUBERNETES_NAMESPACES: for visitors who may not list the tenants of all namespaces. */
  namespaces?: readonly string[]
  /** COOPERAGE_LOGIN: restricts sign-in to tokens of the cluster (`operator`) or to the providers (`sso`); default both. */
  login?: ClusterLoginMode
  /** COOPERAGE_OIDC_*: identity providers whose ID tokens the API server accepts. */
  openId?: readonly OpenIdSettings[]
  /** Namespace of the console itself, which has the secret with its license. */
  ownNamespace: string
  /**
   * COOPERAGE_TENANT_URL: where the storage of a tenant is reached; undefined if it doesn't run. Default: the service `minio` that
   * the operator makes in the tenant's namespace, as the console in the same cluster reaches it.
   */
  tenantUrl?: (namespace: string, tenant: string) => Promise<URL | undefined>
  /** Resolves the host names of tenants; default `dns.lookup`, tests pass their own. */
  resolve?: Resolve
  /** How long, in milliseconds, a visitor's right to the console of a tenant is taken for granted; default 15 s. */
  tenantCheckMs?: number
  /** Seconds between two reads of the metrics of a tenant with visitors; default 15. */
  tenantScrapeSeconds?: number
  /** Bytes that the samples of all tenants may have together; default 1 GiB, see `tenant-proxy/tenant-folders.ts`. */
  maxTenantsBytes?: number
}

export const SESSION_HOURS = { default: 12, max: 168 } as const
/** Storage keys outlive the session by this much, so that running transfers can finish. */
export const TRANSFER_GRACE_SECONDS = 24 * 3600
