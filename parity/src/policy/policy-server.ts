/** A dedicated server for hundreds of policies, some of which would disturb other cases on the shared one. */
import { type SendOptions, type StorageServer, send, sendUrl, startTarget, type TestResponse } from '@cooperage/testkit'
import {
  type Credentials,
  encryptAdminPayload,
  objectPath,
  parseAssumeRole,
  presignUrl,
  writeAssumeRoleForm,
} from '@cooperage/wire'
import { OBJECTS, operationOf } from './operations.ts'
import type { Grant, Names, PairRequest, PolicyDocument } from './pair.ts'

const SECRET = 'secret-of-the-account'

export class PolicyServer {
  readonly #server: StorageServer

  constructor(server: StorageServer) {
    this.#server = server
  }

  static async start(): Promise<PolicyServer> {
    return new PolicyServer(await startTarget())
  }

  get kind(): StorageServer['kind'] {
    return this.#server.kind
  }

  get root(): Credentials {
    return this.#server.root
  }

  stop(): Promise<void> {
    return this.#server.stop()
  }

  request(options: Omit<SendOptions, 'url'>): Promise<TestResponse> {
    return send({ url: this.#server.url, credentials: this.#server.root, ...options })
  }

  admin(
    call: string,
    query: Record<string, string>,
    body?: string | Uint8Array,
    credentials: Credentials = this.root,
  ): Promise<TestResponse> {
    const [method = '', path = ''] = call.split(' ')
    const headers = { 'content-type': 'application/octet-stream' }
    return this.request({ method, path: `/minio/admin/v3/${path}`, query, headers, body, credentials })
  }

  /** Creates a bucket with the objects that requests read. */
  async addBucket(bucket: string, policy?: PolicyDocument): Promise<void> {
    succeeded(await this.request({ method: 'PUT', bucket }))
    for (const [key, tags] of Object.entries(OBJECTS)) {
      const headers = { 'x-amz-tagging': new URLSearchParams(tags).toString() }
      succeeded(await this.request({ method: 'PUT', bucket, key, body: 'text', headers }))
    }
    if (policy !== undefined) await this.putBucketPolicy(bucket, policy)
  }

  async putBucketPolicy(bucket: string, policy: PolicyDocument): Promise<void> {
    succeeded(await this.request({ method: 'PUT', bucket, query: { policy: '' }, body: JSON.stringify(policy) }))
  }

  async addUser(name: string): Promise<Credentials> {
    const account = JSON.stringify({ secretKey: SECRET, status: 'enabled' })
    succeeded(await this.admin('PUT add-user', { accessKey: name }, await encrypted(this.root, account)))
    return { accessKey: name, secretKey: SECRET }
  }

  async addGroup(group: string, user: string): Promise<void> {
    const members = JSON.stringify({ group, members: [user], groupStatus: 'enabled', isRemove: false })
    succeeded(await this.admin('PUT update-group-members', {}, members))
  }

  async attach(kind: 'user' | 'group', name: string, documents: readonly PolicyDocument[]): Promise<void> {
    if (documents.length === 0) return
    const names = documents.map((_, index) => `${kind}-${name}-${index}`)
    for (const [index, document] of documents.entries()) {
      const policy = names[index] ?? ''
      succeeded(await this.admin('PUT add-canned-policy', { name: policy }, JSON.stringify(document)))
    }
    succeeded(await this.#attachNamed(kind, name, names))
  }

  assumeRole(credentials: Credentials, policy: string): Promise<TestResponse> {
    return this.request({
      method: 'POST',
      service: 'sts',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: writeAssumeRoleForm({ policy }),
      credentials,
    })
  }

  /** `policy` is JSON text. */
  async addServiceAccount(parent: Credentials, keys: Credentials, policy: string): Promise<TestResponse> {
    const request = `{"accessKey":"${keys.accessKey}","secretKey":"${keys.secretKey}","policy":${policy}}`
    return this.admin('PUT add-service-account', {}, await encrypted(parent, request), parent)
  }

  /** Sets up everything in a grant and returns the credentials of its caller. */
  async give(grant: Grant, { user, bucket }: Names, isOwnBucket: boolean): Promise<Credentials | undefined> {
    if (isOwnBucket) await this.addBucket(bucket, grant.bucket)
    if (grant.caller === 'anonymous') return undefined
    if (grant.caller === 'root-session') return this.#session(this.root, grant.limit)
    const account = await this.addUser(user)
    const keys = { accessKey: `${user}-service`, secretKey: SECRET }
    if (grant.caller === 'service-account') {
      // Created before the policies apply, because they may deny its creation.
      succeeded(await this.#attachNamed('user', user, ['readwrite']))
      succeeded(await this.addServiceAccount(account, keys, JSON.stringify(grant.limit)))
    }
    await this.attach('user', user, grant.identity)
    if (grant.group.length > 0) {
      await this.addGroup(`group-of-${user}`, user)
      await this.attach('group', `group-of-${user}`, grant.group)
    }
    if (grant.caller === 'session') return this.#session(account, grant.limit)
    return grant.caller === 'user' ? account : keys
  }

  #attachNamed(kind: 'user' | 'group', name: string, policies: readonly string[]): Promise<TestResponse> {
    const query = { policyName: policies.join(','), userOrGroup: name, isGroup: String(kind === 'group') }
    return this.admin('PUT set-user-or-group-policy', query)
  }

  async #session(account: Credentials, policy: PolicyDocument | undefined): Promise<Credentials> {
    return parseAssumeRole(succeeded(await this.assumeRole(account, JSON.stringify(policy))).bytes)
  }

  requestPair(request: PairRequest, credentials: Credentials | undefined): Promise<TestResponse> {
    const { method, adminPath, query: fixed = {} } = operationOf(request.operation)
    const { bucket, key, headers } = request
    const query = { ...fixed, ...request.query }
    if (adminPath !== undefined) {
      return this.request({ method, path: `/minio/admin/v3/${adminPath}`, query, headers, credentials })
    }
    if (!request.isPresigned || credentials === undefined) {
      return this.request({ method, bucket, ...(key === '' ? {} : { key }), query, headers, credentials })
    }
    const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    const url = new URL(`${objectPath(bucket, key === '' ? undefined : key)}?${search.join('&')}`, this.#server.url)
    return sendUrl(presignUrl({ method, url, credentials, expiresInSeconds: 600, headers }), { method, headers })
  }
}

/** The cheapest of the algorithms, which every server accepts. */
function encrypted({ secretKey }: Credentials, text: string): Promise<Buffer> {
  return encryptAdminPayload(secretKey, Buffer.from(text), { algorithm: 2 })
}

function succeeded(response: TestResponse): TestResponse {
  if (response.status >= 300) throw new Error(`${response.status} ${response.text}`)
  return response
}
