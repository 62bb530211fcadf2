/** The cases of `platform.test.ts` and `roles.test.ts` on the real API server. */
import { missingProgram, startRealCluster } from '@cooperage/testkit'
import { describe } from 'vitest'
import { testKubernetes } from './cases.ts'
import { testRoles } from './roles.ts'

const missing = missingProgram('kube-rig')
if (missing !== undefined) console.warn(`!!!!  SKIPPED: the real API server of Kubernetes. ${missing}`)

describe.skipIf(missing !== undefined)('the real API server', () => {
  testKubernetes('real', 'current', () => startRealCluster('current'))
  testKubernetes('real', '2021', () => startRealCluster('2021'))
  testRoles('real', () => startRealCluster('current'))
})
