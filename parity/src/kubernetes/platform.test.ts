/** The cases of the real API server on the platform: `real.long.test.ts` has them on the real one. */
import { startPlatformCluster } from '@cooperage/testkit'
import { testKubernetes } from './cases.ts'
import { testConsole } from './console.ts'
import { testRoles } from './roles.ts'

for (const generation of ['current', '2021'] as const) {
  testKubernetes('platform', generation, () => startPlatformCluster(generation))
  testConsole('platform', generation, () => startPlatformCluster(generation))
  testRoles('platform', generation, () => startPlatformCluster(generation))
}
