import { startPlatformCluster } from '@cooperage/testkit'
import { testRoles } from './roles.ts'

testRoles('platform', 'current', () => startPlatformCluster('current'))
testRoles('platform', '2021', () => startPlatformCluster('2021'))
