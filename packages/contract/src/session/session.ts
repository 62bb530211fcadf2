import * as z from 'zod/mini'
import { tableLayout } from '../account/index.ts'
import { route } from '../route.ts'

/**
 * Ways to sign in: an access key, an OpenID Connect provider, LDAP, a token that the storage server's plugin accepts, an admin
 * token of Garage, or, in operator mode, a token of the Kubernetes cluster.
 */
export const loginWay = z.enum(['accessKey', 'openId', 'ldap', 'customToken', 'garageToken', 'clusterToken'])
export type LoginWay = z.infer<typeof loginWay>

/**
 * A feature of the console of a tenant inside operator mode, which is shown in a frame: operator mode signs in and out, and has
 * the license.
 */
export const EMBEDDED_FEATURE = 'embedded'

/** The storage server has MinIO's admin API: accounts, access keys, quotas, settings, live views. */
export const ADMIN_FEATURE = 'admin'

/** The console evaluates the rules of alerts: not at a server that has S3 only, and not for the tenants of operator mode. */
export const ALERTS_FEATURE = 'alerts'

/** The storage server has IAM as AWS has it: users, groups, policies and access keys. */
export const IAM_FEATURE = 'iam'

/** The storage server is Garage, and the visitor signed in with an admin token: keys with rights on buckets, websites, the cluster. */
export const GARAGE_FEATURE = 'garage'

/** A feature of a console that runs the storage server itself: the embedded engine. */
export const ENGINE_FEATURE = 'engine'

/** The storage server heals: it is erasure-coded, with several drives. */
export const HEAL_FEATURE = 'heal'

/** The storage server reports what it does in the background. */
export const ACTIVITY_FEATURE = 'activity'

/** The storage server can have a key management service (KMS). */
export const KMS_FEATURE = 'kms'

/** The storage server can run batch jobs. */
export const BATCH_JOBS_FEATURE = 'batch-jobs'

/** The storage server can replicate with other sites. */
export const SITE_REPLICATION_FEATURE = 'site-replication'

/** The storage server gives support its raw files and profiles. */
export const SUPPORT_FILES_FEATURE = 'support-files'

/** The visitor may search the audit log (spec object-browser-and-tools 6). */
export const LOG_SEARCH_FEATURE = 'log-search'

/** The console asks for second factors, and the account can have some. */
export const SECOND_FACTOR_FEATURE = 'second-factor'

/** What the signed-in account may see (spec core-console 3, Session). */
export const session = z.object({
  status: z.literal('ok'),
  operator: z.boolean(),
  /** Route patterns of the pages that exist in this build and that this account may open, in menu order. */
  pages: z.array(z.string()),
  /** Features that not every storage server has: `admin`, `iam`, `garage`, `heal`. */
  features: z.array(z.string()),
  /** Whether versioning, locking, quota, retention, lifecycle and replication exist on this server. */
  distributedMode: z.boolean(),
  /**
   * Buckets and folders that the policy names without wildcards. The bucket list omits buckets in which the account may only
   * use a folder; `prefix` is '' or ends with a slash. They may not exist.
   */
  folders: z.array(z.object({ bucket: z.string(), prefix: z.string() })),
  /** Where the account lands: the folder, if the policy gives access to objects in this one only. */
  onlyFolder: z.nullable(z.object({ bucket: z.string(), prefix: z.string() })),
  /**
   * Where the account changes its password: `here`, or not here because a policy denies it (`denied`), the account is root
   * (`root`), or an identity provider manages it (`external`).
   */
  passwordChange: z.enum(['here', 'denied', 'root', 'external']),
  /** Name of the account on the storage server. */
  accountName: z.string(),
  /** The visitor's name at the identity provider or in LDAP, otherwise `accountName`. */
  displayName: z.string(),
  /** How the visitor signed in. */
  way: loginWay,
  /** Name of the identity provider that the visitor signed in with, or ''. */
  provider: z.string(),
  /** When the session expires, ISO 8601. */
  expiresAt: z.string(),
  /** When the page starts to renew the session, or to offer to sign in again; ISO 8601. */
  endingAt: z.string(),
  /** Origin of the storage server behind this console, as the console reaches it. */
  storage: z.string(),
  /** Name of its product: `MinIO`, `versitygw`; `S3` if it doesn't say. */
  product: z.string(),
  /** Origin under which clients reach it, if the settings name one (COOPERAGE_STORAGE_PUBLIC_URL); otherwise ''. */
  storagePublic: z.string(),
  /** Tag of the language that the account has chosen, '' for none: a page then has that of its browser. */
  language: z.string(),
  /** What the account has chosen for tables, by their names; null where the console keeps it for no account. */
  tables: z.nullable(z.record(z.string(), tableLayout)),
})
export type Session = z.infer<typeof session>

export const getSession = route('session.get', 'GET /api/v1/session', {
  summary: 'Returns the signed-in account and the pages it may open.',
  response: session,
})

/**
 * Continues the session with new keys, if the identity provider still vouches for the visitor. `renewed` is false if it doesn't,
 * or if this way to sign in can't be renewed: then the visitor has to sign in again.
 */
export const renewSession = route('session.renew', 'POST /api/v1/session/renew', {
  audit: 'none',
  summary: 'Continues the session if the identity provider allows it.',
  response: z.object({ renewed: z.boolean() }),
})

/**
 * Evaluates for each entry, in this order, whether the account may perform `action` on `bucket_name` (or on any bucket if empty). In
 * operator mode an action is a right in the cluster, `delete tenants.minio.min.io`, and a namespace takes the place of the bucket.
 */
export const hasPermission = route('session.hasPermission', 'POST /api/v1/has-permission', {
  audit: 'none',
  summary: 'Returns which of the given actions the account may perform.',
  body: z.strictObject({
    actions: z
      .array(
        z.strictObject({
          id: z.string().check(z.maxLength(256)),
          action: z.string().check(z.minLength(1), z.maxLength(256)),
          bucket_name: z._default(z.string().check(z.maxLength(255)), ''),
        }),
      )
      .check(z.maxLength(1000)),
  }),
  response: z.object({ permissions: z.array(z.object({ id: z.string(), can: z.boolean() })) }),
  status: 201,
})
