/** Addresses of MinIO's own consoles, which bookmarks, scripts and tutorials still name, and the pages that do the same here. */
import { unlessMalformed } from '../navigation/address.ts'
import { bucketPath, createBucketPath } from '../navigation/paths/buckets.ts'
import { groupPath, groupsPath } from '../navigation/paths/groups.ts'
import { logsPath } from '../navigation/paths/logs.ts'
import { notificationTargetsPath } from '../navigation/paths/notification-targets.ts'
import { folderPath, objectBrowserPath, objectPath } from '../navigation/paths/objects.ts'
import {
  accountPath,
  dashboardPath,
  homePath,
  kmsPath,
  licensePath,
  siteReplicationPath,
  speedTestsPath,
  supportToolsPath,
} from '../navigation/paths/pages.ts'
import { policiesPath, policyPath } from '../navigation/paths/policies.ts'
import { configurationPath, settingsPath } from '../navigation/paths/settings.ts'
import { tiersPath } from '../navigation/paths/tiers.ts'
import { userPath, usersPath } from '../navigation/paths/users.ts'

/** `rest` is what `*` stands for, decoded. */
type Target = string | ((rest: string) => string)

/** `*` is the rest of the address, at least one character; the first match counts. */
const FORMER: readonly (readonly [address: string, target: Target])[] = [
  ['/minio', homePath()],
  ['/minio/', homePath()],
  ['/minio/*', homePath()],
  ['/add-bucket', createBucketPath()],
  ['/buckets/add-bucket', createBucketPath()],
  ['/browser', objectBrowserPath()],
  ['/browser/*', browserTarget],
  ['/identity/users', usersPath()],
  ['/identity/users/add-user', usersPath()],
  ['/identity/users/*', (name) => userPath(name)],
  ['/identity/groups', groupsPath()],
  ['/identity/groups/*', (name) => groupPath(name)],
  ['/identity/policies', policiesPath()],
  ['/identity/policies/*', (name) => policyPath(name)],
  ['/identity/account', accountPath()],
  ['/identity/account/*', accountPath()],
  ['/identity/service-accounts', accountPath()],
  ['/access-keys/new-account', accountPath()],
  ['/settings/configurations', settingsPath()],
  ['/settings/configurations/*', (section) => configurationPath(section)],
  ['/settings/event-destinations', notificationTargetsPath()],
  ['/settings/lambda', configurationPath('lambda_webhook')],
  ['/configurations-list', settingsPath()],
  ['/notification-endpoints', notificationTargetsPath()],
  ['/tiers', tiersPath()],
  ['/traffic', dashboardPath('traffic')],
  ['/tools', logsPath()],
  ['/tools/metrics', dashboardPath()],
  ['/tools/dashboard', dashboardPath()],
  ['/tools/logs', logsPath()],
  ['/tools/audit-logs', logsPath('search')],
  ['/tools/trace', '/trace'],
  ['/tools/watch', '/watch'],
  ['/tools/heal', '/heal'],
  ['/tools/diagnostics', '/health-info'],
  ['/support/health', '/health-info'],
  ['/support/register', licensePath()],
  ['/tools/speedtest', speedTestsPath()],
  ['/tools/inspect', supportToolsPath('inspect')],
  ['/support/inspect', supportToolsPath('inspect')],
  ['/kms', kmsPath()],
  ['/kms/add-key', kmsPath('keys')],
  ['/kms/import-key', kmsPath('import')],
  ['/site-replication/*', siteReplicationPath()],
]

/** Undefined if `path`, below the base path and still encoded, is no address of MinIO's consoles alone. */
export function formerTarget(path: string): string | undefined {
  const bucket = bucketTarget(path)
  if (bucket !== undefined) return bucket
  for (const [address, target] of FORMER) {
    const rest = address.endsWith('*') && path.startsWith(address.slice(0, -1)) ? path.slice(address.length - 1) : ''
    if (rest === '' && path !== address) continue
    if (typeof target !== 'function') return target
    return unlessMalformed(() => target(target === browserTarget ? rest : decodeURIComponent(rest)))
  }
  return undefined
}

/** `/buckets/photos/admin/lifecycle` and `/buckets/photos/browse/…`. */
function bucketTarget(path: string): string | undefined {
  const [, encoded = '', part = '', rest = ''] = /^\/buckets\/([^/]+)\/(admin|browse)(?:\/(.*))?$/.exec(path) ?? []
  if (part === 'browse') return browserTarget(rest === '' ? encoded : `${encoded}/${rest}`)
  if (part === '') return undefined
  return unlessMalformed(() => bucketPath(decodeURIComponent(encoded), rest || undefined))
}

/** `rest` is still encoded: a bucket, and the key as one segment, in some versions as base64. */
function browserTarget(rest: string): string {
  const slash = rest.indexOf('/')
  const [bucket, key] = slash < 0 ? [rest, ''] : [rest.slice(0, slash), decodeURIComponent(rest.slice(slash + 1))]
  const plain = fromBase64(key) ?? key
  const name = decodeURIComponent(bucket)
  return plain === '' || plain.endsWith('/') ? folderPath(name, plain) : objectPath(name, plain)
}

/** Undefined for what is no base64 of a readable name: a key such as `photo123` is valid base64, but not of text. */
function fromBase64(key: string): string | undefined {
  if (key === '' || !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(key)) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(atob(key), (one) => one.charCodeAt(0)),
    )
    return /\p{Cc}/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
