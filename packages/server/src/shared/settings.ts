import type { AuditDestination } from './audit-trail.ts'

/** How visitors sign in: with an access key, an identity provider, or a Kubernetes token. */
export type LoginMode = 'form' | 'sso' | 'operator'

/** The settings of `startServer`. Its caller (the command, a test) has read and validated the environment. */
export interface ServerSettings {
  /** Origin of the storage server's S3 port. */
  storageUrl: URL
  /** COOPERAGE_STORAGE_PUBLIC_URL: origin under which browsers reach the storage, for links; `storageUrl` unless told. */
  storagePublicUrl?: URL
  /** Address to listen on. */
  host: string
  /** Port to listen on; 0 takes a free one. */
  port: number
  /** Folder for the little that the console keeps: its secret and the sessions that were signed out. Made when missing. */
  dataDir: string
  /** COOPERAGE_SECRET: seals the sessions; replicas with the same one share them. Unset: made once and kept in `dataDir`. */
  secret?: string
  /** Folder of the built web application; a page says how to build it when it is missing. */
  webRoot: string
  /** COOPERAGE_LOGIN */
  login?: LoginMode
  /** COOPERAGE_SESSION_HOURS: 1 to 168, default 12. */
  sessionHours?: number
  /** COOPERAGE_HOSTS: names beside IP addresses, localhost and the machine's own name under which the console answers. */
  allowedHosts?: readonly string[]
  /** COOPERAGE_TRUSTED_PROXIES: addresses, CIDR ranges, or `loopback`, whose forwarding headers are believed. */
  trustedProxies?: readonly string[]
  /** COOPERAGE_OUTBOUND_LOOPBACK: whether the console connects to its own machine where a visitor names it; default no. */
  outboundLoopback?: boolean
  /** Seconds of Strict-Transport-Security on TLS connections; 0 (default) sends none. */
  hstsSeconds?: number
  /** How often, in milliseconds, the account behind an open page is looked at for lost rights; 15 s unless told (tests). */
  accountPollMs?: number
  /** Connections served at once; 4,000 unless told (tests). */
  maxConnections?: number
  /** COOPERAGE_AUDIT: where every administrative call is written down; the log unless told. */
  audit?: AuditDestination
  /** Level of the log on standard output, or a function that receives each line (tests); `silent` writes none. */
  log?: 'info' | 'silent' | ((line: string) => void)
  /** Milliseconds since the epoch; tests pass their own clock. */
  now?: () => number
}

export const SESSION_HOURS = { default: 12, max: 168 } as const
/** Storage keys outlive the session by this much, so that a transfer begun in it can end. */
export const TRANSFER_GRACE_SECONDS = 24 * 3600
