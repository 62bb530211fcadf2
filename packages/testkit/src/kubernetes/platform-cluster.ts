import { type Generation, type RunningPlatform, type StartTenant, startPlatform } from '@cooperage/platform'
import { tempFolder } from '../temp-folder.ts'
import { type Cluster, clusterOf } from './cluster.ts'

export interface PlatformCluster extends Cluster {
  platform: RunningPlatform
}

/** The platform on a free port, with an empty data folder. Without `startTenant`, tenants are objects only. */
export async function startPlatformCluster(
  generation: Generation = 'current',
  startTenant?: StartTenant,
): Promise<PlatformCluster> {
  const folder = tempFolder('platform')
  const platform = await startPlatform({
    folder: folder.path,
    generation,
    log: (line) => console.error(line),
    ...(startTenant && { startTenant }),
  })
  const cluster = clusterOf('platform', { url: platform.url }, await platform.adminToken(), async () => {
    await platform.close()
    folder.remove()
  })
  return { ...cluster, platform, forgetPast: () => platform.compact() }
}
