import { type Generation, type PlatformOptions, type RunningPlatform, startPlatform } from '@cooperage/platform'
import { tempFolder } from '../temp-folder.ts'
import { type Cluster, clusterOf } from './cluster.ts'

export interface PlatformCluster extends Cluster {
  platform: RunningPlatform
}

/** The platform on a free port, with an empty data folder. Without `startTenant`, tenants are objects only. */
export async function startPlatformCluster(
  generation: Generation = 'current',
  options: Pick<PlatformOptions, 'issuers' | 'startTenant'> = {},
): Promise<PlatformCluster> {
  const folder = tempFolder('platform')
  const platform = await startPlatform({
    ...options,
    folder: folder.path,
    generation,
    log: (line) => console.error(line),
  })
  const cluster = clusterOf('platform', { url: platform.url }, await platform.adminToken(), async () => {
    await platform.close()
    folder.remove()
  })
  return { ...cluster, platform, forgetPast: () => platform.compact() }
}
