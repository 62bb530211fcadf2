/** The address of the API server: from inside the cluster, or from a kubeconfig file. */
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parse } from 'yaml'
import type { KubeServer } from './endpoint.ts'

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'

/** A kubeconfig file that can't be used. The message says why, and never quotes the file, which may contain secrets. */
export class KubeConfigError extends Error {
  override name = 'KubeConfigError'
}

/** The API server of the cluster that this process runs in; undefined outside a cluster. */
export async function inClusterServer(env: NodeJS.ProcessEnv): Promise<KubeServer | undefined> {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env
  if (!host || !port) return undefined
  const url = new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`)
  return { url, ca: await readFile(`${SERVICE_ACCOUNT}/ca.crt`, 'utf8') }
}

/** The namespace that this process runs in; undefined outside a cluster. */
export async function inClusterNamespace(): Promise<string | undefined> {
  try {
    return (await readFile(`${SERVICE_ACCOUNT}/namespace`, 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Address and certificates of the API server in a kubeconfig file, and the token of its user. Users who authenticate with
 * a program or a client certificate have no token.
 * @param context instead of the file's current one
 * @throws KubeConfigError
 */
export async function readKubeConfig(path: string, context?: string): Promise<{ server: KubeServer; token?: string }> {
  const config = record(parseConfig(await readFile(path, 'utf8'), path))
  const name = context ?? config['current-context']
  const chosen = record(entry(config.contexts, name, 'context', path).context)
  const cluster = record(entry(config.clusters, chosen.cluster, 'cluster', path).cluster)
  const user = record(find(config.users, chosen.user)?.user)
  if (cluster['insecure-skip-tls-verify'] === true) {
    throw new KubeConfigError(
      `${path} turns off the check of the API server's certificate (insecure-skip-tls-verify), which isn't supported. Set certificate-authority instead.`,
    )
  }
  const ca = await inlineOrFile(cluster, 'certificate-authority', path)
  const serverName = cluster['tls-server-name']
  const token = typeof user.token === 'string' ? user.token : await fileOf(user.tokenFile, path)
  return {
    server: {
      url: serverUrl(cluster.server, path),
      ...(ca !== undefined && { ca }),
      ...(typeof serverName === 'string' && { serverName }),
    },
    ...(token !== undefined && { token: token.trim() }),
  }
}

function parseConfig(text: string, path: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0 })
  } catch (error) {
    throw new KubeConfigError(`${path} isn't valid YAML.`, { cause: error })
  }
}

function serverUrl(server: unknown, path: string): URL {
  if (typeof server === 'string' && URL.canParse(server)) return new URL(server)
  throw new KubeConfigError(`The cluster in ${path} has no valid server, for example https://host:6443.`)
}

function find(list: unknown, name: unknown): Record<string, unknown> | undefined {
  if (!Array.isArray(list)) return undefined
  return list.map(record).find((each) => each.name === name)
}

function entry(list: unknown, name: unknown, what: string, path: string): Record<string, unknown> {
  const found = find(list, name)
  if (found === undefined) throw new KubeConfigError(`${path} has no ${what} named ${JSON.stringify(name ?? '')}.`)
  return found
}

async function inlineOrFile(cluster: Record<string, unknown>, key: string, path: string): Promise<string | undefined> {
  const inline = cluster[`${key}-data`]
  if (typeof inline === 'string') return Buffer.from(inline, 'base64').toString('utf8')
  return await fileOf(cluster[key], path)
}

/** Relative paths are relative to the kubeconfig file. */
async function fileOf(file: unknown, path: string): Promise<string | undefined> {
  return typeof file === 'string' && file !== '' ? await readFile(resolve(dirname(path), file), 'utf8') : undefined
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
