/** The cases of the real API server on the platform: `real.long.test.ts` has them on the real one. */
import { startPlatformCluster } from '@cooperage/testkit'
import { testKubernetes } from './cases.ts'

testKubernetes('platform', 'current', () => startPlatformCluster('current'))
testKubernetes('platform', '2021', () => startPlatformCluster('2021'))
