/** The largest and most awkward input of each call of the admin API, and of the protocols beside it. */
import { awkwardIamArchives, awkwardJson, awkwardPolicies, fill, KIB } from '@cooperage/testkit'
import { type Credentials, encryptAdminPayload } from '@cooperage/wire'
import { ADMIN_ROUTES } from '../../src/admin/routes.ts'
import type { Input } from './measured-engine.ts'
import type { Setup } from './set-up.ts'

const PREFIX = '/minio/admin/v3/'
/** What the engine reads of a call that has no limit of its own. */
const BODY_BYTES = 256 * KIB

/** Calls whose responses don't end. */
const LIVE: ReadonlySet<string> = new Set(['Trace', 'ConsoleLog', 'Metrics', 'DriveSpeedtest'])
const SEGMENTS: Readonly<Record<string, string>> = {
  '{operation}': 'attach',
  '{type}': 'openid',
  '{name}': 'a'.repeat(1000),
  '{provider}': 'builtin',
}
/** Calls that don't read their body, and those whose body isn't encrypted. */
const WITHOUT_BODY: ReadonlySet<string> = new Set([
  'RemoveUser',
  'SetUserStatus',
  'SetGroupStatus',
  'RemoveCannedPolicy',
  'SetPolicyForUserOrGroup',
  'DeleteServiceAccount',
  'RevokeTokens',
  'DeleteIdentityProviderCfg',
  'RestoreConfigHistoryKV',
  'ClearConfigHistoryKV',
  'Service',
  'KMSStatus',
  'KMSCreateKey',
  'DriveSpeedtest',
  'ClientDevNullExtraTime',
])
const PLAIN: ReadonlySet<string> = new Set(['SetBucketQuota', 'UpdateGroupMembers'])
/** Calls that read lines of configuration. */
const CONFIG: ReadonlySet<string> = new Set([
  'SetConfigKV',
  'DelConfigKV',
  'SetConfig',
  'AddIdentityProviderCfg',
  'UpdateIdentityProviderCfg',
])
const ARCHIVES: ReadonlySet<string> = new Set(['ImportIAM', 'ImportIAMV2', 'ImportBucketMetadata'])

export async function adminInputs({ visitor }: Setup, root: Credentials): Promise<Map<string, Input[]>> {
  const encrypted = (text: string, algorithm: 0 | 2 = 2) =>
    encryptAdminPayload(root.secretKey, Buffer.from(text), { algorithm })
  const objects = [...awkwardJson(BODY_BYTES - KIB), ...requestDocuments()]
  const configs = configTexts(BODY_BYTES - KIB)
  const policies = [...awkwardJson(20 * KIB - 10), ...awkwardPolicies(20 * KIB - 10, '')]
  const sealedObjects = await Promise.all([
    ...objects.map((text) => encrypted(text)),
    encrypted(objects[0] ?? '', 0),
    Buffer.alloc(BODY_BYTES, 2),
  ])
  const sealedConfigs = await Promise.all(configs.map((text) => encrypted(text)))
  const bodiesOf = (operation: string): (string | Uint8Array)[] => {
    if (operation === 'AddCannedPolicy') return policies
    if (PLAIN.has(operation)) return objects
    return CONFIG.has(operation) ? sealedConfigs : sealedObjects
  }
  const archives = await awkwardIamArchives()

  const inputs = new Map<string, Input[]>()
  for (const [operation, pattern] of ADMIN_ROUTES) {
    const [method = '', target = ''] = pattern.split(' ')
    const [call = '', demanded = ''] = target.split('?')
    const path = PREFIX + call.replace(/\{\w+\}/g, (segment) => SEGMENTS[segment] ?? 'a')
    const names = demanded === '' ? [] : demanded.split('&')
    const query = (value: string) => names.map((name) => `${name}=${value}`).join('&')
    const plain: Input = { method, path, query: query('nasty'), ...(LIVE.has(operation) ? { isLive: true } : {}) }
    const list: Input[] = [
      plain,
      { ...plain, as: visitor },
      { ...plain, as: null },
      { ...plain, query: query(fill('%41/', 6 * KIB)) },
      { ...plain, query: query(fill('a,', 6 * KIB)) },
      { ...plain, query: `${plain.query}&${fill((at) => `a${at}=./&`, 12 * KIB)}` },
      {
        ...plain,
        query: `${plain.query}&${fill((at) => `user=${at}&group=${at}&policy=${at}&userDNs=${at}&`, 12 * KIB)}all=true`,
      },
    ]
    if (ARCHIVES.has(operation)) list.push(...archives.map((body) => ({ ...plain, body })))
    else if (method !== 'GET' && !WITHOUT_BODY.has(operation)) {
      const headers = { 'content-type': 'application/octet-stream' }
      list.push(...bodiesOf(operation).map((body) => ({ ...plain, body, headers })))
    }
    inputs.set(operation, [...(inputs.get(operation) ?? []), ...list])
  }
  return inputs
}

function requestDocuments(): string[] {
  const names = `[${fill((at) => `"n${at}",`, 200 * KIB)}"n"]`
  const policy = awkwardPolicies(15 * KIB, '')[0] ?? ''
  return [
    `{"group":"g","members":${names},"isRemove":false}`,
    `{"user":"visitor","policies":${names}}`,
    `{"secretKey":"${'s'.repeat(200 * KIB)}","status":"enabled"}`,
    `{"accessKey":"cost-key","secretKey":"cost-secret","policy":${policy},"description":"${'d'.repeat(200)}"}`,
    `{"newPolicy":${policy},"newStatus":"on"}`,
    `{"quota":1000000000,"quotatype":"hard"}`,
  ]
}

/** Lines of configuration. */
function configTexts(bytes: number): string[] {
  return [
    fill((at) => `notify_webhook:t${at} endpoint="http://127.0.0.1:1/${at}"\n`, bytes),
    `notify_webhook:a endpoint="${fill('\\"', bytes - 100)}"`,
    `notify_webhook:a ${fill((at) => `k${at}=v `, bytes - 100)}`,
    `notify_webhook:a ${fill('endpoint=a ', bytes - 100)}`,
    `notify_webhook:a endpoint=${fill(' =', bytes - 100)}`,
    fill('\n', bytes),
    fill('#', bytes),
    fill('api\n', bytes),
    'a'.repeat(bytes),
  ]
}

/** The handlers that have no table of routes. */
export function otherInputs({ visitor }: Setup): Map<string, Input[]> {
  const gets = (paths: string[]): Input[] => paths.map((path) => ({ method: 'GET', path }))
  const kms = [
    'GET status',
    'GET metrics',
    'GET apis',
    'GET version',
    'POST key/create',
    'GET key/list',
    'GET key/status',
  ]
  return new Map([
    [
      'health',
      gets(['/minio/health/live', '/minio/health/ready', '/minio/health/cluster', '/minio/health/cluster/read']),
    ],
    [
      'metrics',
      gets([
        '/minio/prometheus/metrics',
        '/minio/v2/metrics/cluster',
        '/minio/v2/metrics/node',
        '/minio/v2/metrics/bucket',
        '/minio/v2/metrics/resource',
        '/minio/metrics/v3',
        `/minio/metrics/v3/bucket/api/${'a'.repeat(8 * KIB)}`,
      ]).map((input) => ({ ...input, as: null, headers: { authorization: `Bearer ${fill('a.', 6 * KIB)}` } })),
    ],
    [
      'kms',
      kms.map((call): Input => {
        const [method = '', path = ''] = call.split(' ')
        return { method, path: `/minio/kms/v1/${path}`, query: `key-id=${'a'.repeat(8 * KIB)}`, as: visitor }
      }),
    ],
    [
      'no route',
      [
        { method: 'PATCH', path: '/nasty' },
        { method: 'GET', path: `/${'a'.repeat(24 * KIB)}`, as: null },
        { method: 'GET', path: `/nasty/${'%41'.repeat(8 * KIB)}`, as: null },
        { method: 'GET', path: `/nasty/${'../'.repeat(8 * KIB)}`, as: null },
        { method: 'GET', path: '/nasty', query: fill('a&', 24 * KIB), as: null },
        {
          method: 'GET',
          path: '/nasty',
          headers: { authorization: `AWS4-HMAC-SHA256 ${fill('Credential=a/', 24 * KIB)}` },
          as: null,
        },
        {
          method: 'GET',
          path: '/nasty',
          headers: {
            authorization: `AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/s3/aws4_request,SignedHeaders=${fill('a;', 20 * KIB)},Signature=a`,
          },
          as: null,
        },
        {
          method: 'GET',
          path: '/nasty',
          query: `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-SignedHeaders=${fill('a%3B', 16 * KIB)}`,
          as: null,
        },
        { method: 'GET', path: '/nasty', headers: { cookie: fill('a=b; ', 24 * KIB) }, as: null },
      ],
    ],
  ])
}
