/** The console of the manifests, started as in a pod; `install.long.test.ts` does the same with what kustomize and Helm render. */
import { join } from 'node:path'
import { missingContainers } from '@cooperage/testkit'
import { test } from 'vitest'
import { KUBERNETES, readManifests } from './manifests.ts'
import { type Deployment, expectReadyPod } from './pod.ts'

const missing = missingContainers()
if (missing !== undefined) console.warn(`!!!!  SKIPPED: the console as in a pod. ${missing}`)

test.skipIf(missing !== undefined)('the console becomes ready in the pod of the manifests', async () => {
  const [deployment] = readManifests(join(KUBERNETES, 'deployment.yaml')) as Deployment[]
  const [kustomization] = readManifests(join(KUBERNETES, 'kustomization.yaml'))
  const [{ literals } = { literals: [] }] = (kustomization?.configMapGenerator ?? []) as { literals: string[] }[]
  if (deployment === undefined) throw new Error('There is no deployment')
  await expectReadyPod(deployment, Object.fromEntries(literals.map((each) => each.split('='))))
})
