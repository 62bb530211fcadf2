import { getReplication, getSession, type WatchedTarget } from '@cooperage/contract'
import { useQuery } from '@tanstack/react-query'
import { basePath } from '../../navigation/base-path.ts'
import { serverBase } from '../../navigation/server-paths.ts'
import { useServers } from '../../servers/index.ts'
import { useSession } from '../../session/index.ts'
import { callAt } from '../../shared/api/call.ts'
import { hostOf, replicatesBack } from './returns.ts'

export type Direction = 'one' | 'both' | 'unknown'

/** Each is asked where its storage server is. */
const MAX_SERVERS = 20

const UNKNOWN: ReadonlyMap<string, Direction> = new Map()

/**
 * Whether each target replicates back, by its ARN. It can be read if the target is on this storage server, or on another one of
 * this console where the visitor is signed in; other targets are absent.
 */
export function useReturns(bucket: string, targets: readonly WatchedTarget[]): ReadonlyMap<string, Direction> {
  const storage = useSession()?.storage ?? ''
  const servers = useServers()
  const wanted = targets.flatMap(({ arn, bucket: target, link }) =>
    link ? [{ arn, bucket: target, host: hostOf(link.endpoint) }] : [],
  )
  const others = servers.flatMap(({ name, isHere }) => (isHere ? [] : [serverBase(name)])).slice(0, MAX_SERVERS)
  const { data = UNKNOWN } = useQuery({
    queryKey: ['buckets.returns', bucket, storage, others, wanted],
    enabled: wanted.length > 0,
    queryFn: async ({ signal }) => {
      const here = hostOf(storage)
      const bases = new Map([[here, basePath()]])
      for (const base of await Promise.all(others.map((base) => addressAt(base, signal)))) {
        if (base && !bases.has(base.host)) bases.set(base.host, base.base)
      }
      const hosts = new Set([...bases.keys()].filter((host) => host !== here))
      const found = await Promise.all(
        wanted.map(async ({ arn, host, bucket: target }): Promise<[string, Direction]> => {
          const base = bases.get(host)
          if (base === undefined) return [arn, 'unknown']
          try {
            const { rules } = await callAt(base, getReplication, { params: { bucket: target } }, signal)
            const isBack = replicatesBack(rules, { storage, bucket, others: hosts })
            return [arn, isBack === undefined ? 'unknown' : isBack ? 'both' : 'one']
          } catch {
            // Without permission there, or without the bucket.
            return [arn, 'unknown']
          }
        }),
      )
      return new Map(found)
    },
  })
  return data
}

/** Where the storage server of another console is; undefined if the visitor isn't signed in there. */
async function addressAt(base: string, signal: AbortSignal): Promise<{ host: string; base: string } | undefined> {
  try {
    return { host: hostOf((await callAt(base, getSession, {}, signal)).storage), base }
  } catch {
    return undefined
  }
}
