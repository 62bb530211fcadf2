import { startPlatformCluster } from '@cooperage/testkit'
import { testRoles } from './roles.ts'

testRoles('platform', () => startPlatformCluster('current'))
