/** The cases of `platform.test.ts` and `roles.test.ts` on the real API server. */
import { PODS } from '@cooperage/kube-client'
import { missingProgram, startRealCluster, waitUntil } from '@cooperage/testkit'
import { describe, expect, test } from 'vitest'
import { testKubernetes } from './cases.ts'
import { testRoles } from './roles.ts'

const missing = missingProgram('kube-rig')
if (missing !== undefined) console.warn(`!!!!  SKIPPED: the real API server of Kubernetes. ${missing}`)

describe.skipIf(missing !== undefined)('the real API server', () => {
  testKubernetes('real', 'current', () => startRealCluster('current'))
  testKubernetes('real', '2021', () => startRealCluster('2021'))
  testRoles('real', () => startRealCluster('current'))

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
