import { startPlatformCluster } from '@cooperage/testkit'
import { testConsole } from './console.ts'

testConsole('platform', 'current', () => startPlatformCluster('current'))
testConsole('platform', '2021', () => startPlatformCluster('2021'))
