import { createKubeClient, type KubeClient, KubeEndpoint, type KubeServer } from '@cooperage/kube-client'
import { Agent, request } from 'undici'

/** An API server for tests: the platform, or the real one. */
export interface Cluster {
  kind: 'platform' | 'real'
  server: KubeServer
  endpoint: KubeEndpoint
  adminToken: string
  admin: KubeClient
  /** The client of a token; warnings are added to the list. */
  clientOf(token: string, warnings?: string[]): KubeClient
  /** Sends a request exactly as given, for requests that the client never sends. */
  send(method: string, path: string, options?: RawOptions): Promise<RawResponse>
  /** Creates a service account with the given permissions, and returns its token. */
  account(namespace: string, name: string, rights: readonly Rights[]): Promise<string>
  /** Discards past changes, where that doesn't happen automatically. */
  forgetPast?(): void
  stop(): Promise<void>
}

export interface RawOptions {
  token?: string
  body?: unknown
  /** Sent unchanged, instead of `body`. */
  text?: string
  contentType?: string
}

export interface RawResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: unknown
}

/** Cluster-wide without a namespace. */
export interface Rights {
  namespace?: string
  groups: string[]
  resources: string[]
  verbs: string[]
  resourceNames?: string[] | undefined
}

const RBAC = '/apis/rbac.authorization.k8s.io/v1'

export function clusterOf(
  kind: Cluster['kind'],
  server: KubeServer,
  adminToken: string,
  stop: () => Promise<void>,
): Cluster {
  const endpoint = new KubeEndpoint(server)
  const agent = new Agent({ connect: server.ca === undefined ? {} : { ca: server.ca } })

  async function send(method: string, path: string, options: RawOptions = {}): Promise<RawResponse> {
    const { token, body, contentType = 'application/json' } = options
    const text = options.text ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await request(new URL(path, server.url), {
      dispatcher: agent,
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token ?? adminToken}` }),
        ...(text !== undefined && { 'content-type': contentType }),
      },
      body: text ?? null,
    })
    const received = await response.body.text()
    const isJson = String(response.headers['content-type']).includes('json')
    return { status: response.statusCode, headers: response.headers, body: isJson ? JSON.parse(received) : received }
  }

  async function must(method: string, path: string, body: unknown): Promise<unknown> {
    const response = await send(method, path, { body })
    if (response.status >= 300)
      throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(response.body)}`)
    return response.body
  }

  function clientOf(token: string, warnings?: string[]): KubeClient {
    return createKubeClient({ endpoint, token, onWarning: (text) => warnings?.push(text) })
  }

  return {
    kind,
    server,
    endpoint,
    adminToken,
    admin: clientOf(adminToken),
    clientOf,
    send,
    async account(namespace, name, rights) {
      const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`
      await must('POST', accounts, { metadata: { name } })
      for (const [index, right] of rights.entries()) {
        const scope = right.namespace === undefined ? RBAC : `${RBAC}/namespaces/${right.namespace}`
        const [role, binding] =
          right.namespace === undefined ? ['ClusterRole', 'clusterrolebindings'] : ['Role', 'rolebindings']
        const roleName = `${namespace}-${name}-${index}`
        const { groups: apiGroups, resources, verbs, resourceNames } = right
        await must('POST', `${scope}/${role.toLowerCase()}s`, {
          metadata: { name: roleName },
          rules: [{ apiGroups, resources, verbs, resourceNames }],
        })
        await must('POST', `${scope}/${binding}`, {
          metadata: { name: roleName },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: role, name: roleName },
          subjects: [{ kind: 'ServiceAccount', name, namespace }],
        })
      }
      const issued = (await must('POST', `${accounts}/${name}/token`, {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: { expirationSeconds: 3600 },
      })) as { status: { token: string } }
      return issued.status.token
    },
    async stop() {
      await endpoint.close()
      await agent.destroy()
      await stop()
    },
  }
}
