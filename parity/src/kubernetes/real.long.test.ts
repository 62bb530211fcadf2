/**
 * The cases of the other files on the real API server. Operator and drive managers are simulated, with resource
 * definitions in our own words; those of `COOPERAGE_DEFINITIONS`, a folder with one for `current` and one for `2021`, are used
 * instead if it is set.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PODS } from '@cooperage/kube-client'
import { definitionsOf, type Generation } from '@cooperage/platform'
import { missingProgram, startOperatedCluster, startRealCluster, waitUntil } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { testKubernetes } from './cases.ts'
import { testConsole } from './console.ts'
import { testOldestTenants } from './oldest-tenants.ts'
import { testRoles } from './roles.ts'

const missing = missingProgram('kube-rig')
if (missing !== undefined) console.warn(`!!!!  SKIPPED: the real API server of Kubernetes. ${missing}`)

function definitions(generation: Generation): object[] | undefined {
  const folder = process.env.COOPERAGE_DEFINITIONS
  if (folder === undefined) return undefined
  return readdirSync(join(folder, generation)).map((name) => {
    const definition = parse(readFileSync(join(folder, generation, name), 'utf8'))
    // Older versions are converted by the operator, which doesn't run here.
    delete definition.spec.conversion
    return definition
  })
}

describe.skipIf(missing !== undefined)('the real API server', () => {
  for (const generation of ['current', '2021'] as const) {
    testKubernetes('real', generation, () => startRealCluster(generation, definitions(generation)))
    testConsole('real', generation, () => startOperatedCluster(generation, definitions(generation)))
    testRoles('real', generation, () => startOperatedCluster(generation, definitions(generation)))
  }

  testOldestTenants(definitions('2021') ?? definitionsOf('2021'))

  test('logs come from the node of the pod, with all parameters, and followed line by line', async () => {
    const cluster = await startRealCluster('none')
    try {
      const asked: string[] = []
      await cluster.startNode('node-1', (path, query, response) => {
        query.sort()
        asked.push(`${path}?${query}`)
        if (query.get('previous') === 'true') response.writeHead(400).end('previous terminated container not found')
        else response.end('first line\nsecond line\n')
      })
      const place = { namespace: 'default', name: 'p' }
      const containers = [
        { name: 'minio', image: 'minio' },
        { name: 'sidecar', image: 'sidecar' },
      ]
      const spec = { nodeName: 'node-1', automountServiceAccountToken: false, containers }
      const pod = { metadata: place, spec }
      await waitUntil('the pod is admitted', async () => (await cluster.admin.create(PODS, pod)).metadata.uid)
      const container = 'minio'
      const options = { ...place, container, tailLines: 5, limitBytes: 100, sinceSeconds: 60, timestamps: true }
      expect(await cluster.admin.logs(options)).toBe('first line\nsecond line\n')
      expect(await Array.fromAsync(cluster.admin.followLogs({ ...place, container }))).toEqual([
        'first line',
        'second line',
      ])
      await expect(cluster.admin.logs({ ...place, container, previous: true })).rejects.toMatchObject({
        code: 'BadRequest',
        message: expect.stringContaining('previous terminated container not found'),
      })
      expect(asked).toEqual([
        '/containerLogs/default/p/minio?limitBytes=100&sinceSeconds=60&tailLines=5&timestamps=true',
        '/containerLogs/default/p/minio?follow=true',
        '/containerLogs/default/p/minio?previous=true',
      ])
    } finally {
      await cluster.stop()
    }
  }, 180_000)
})
