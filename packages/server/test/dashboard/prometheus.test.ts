/** Widgets when Prometheus is unreachable, slow, or refuses: reported per widget, while the rest of the page works. */
import type { ServerInfo } from '@cooperage/contract'
import { freePort, silentServer } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { startConsole, withConsole } from '../running-console.ts'
import { scriptedStorage } from '../scripted-storage.ts'
import { visitor } from '../visitor.ts'

const given = await withConsole()

async function responseFor(url: string, token?: string) {
  const prometheus = { url: new URL(url), job: 'minio-job', ...(token !== undefined && { token }) }
  const server = await startConsole(given.storage.url, { metrics: { prometheus } })
  const user = visitor(server.url)
  await user.signIn(given.storage.root)
  // The values of the widgets are left out if they aren't known at once.
  const info = (await user.get('/api/v1/admin/info?start=1000&end=1900')).json as ServerInfo
  const { status, json } = await user.get('/api/v1/admin/info/widgets/60/?start=1000&end=1900&step=15')
  const log = server.log.join('')
  await server.stop()
  expect([info.widgets.length, info.metrics.source]).toEqual([28, 'prometheus'])
  return { status, json, log, withValues: info.widgets.filter(({ targets }) => targets).length }
}

test('requests the range with the query of the widget, the job and the token', async () => {
  const received: (string | undefined)[][] = []
  const prometheus = await scriptedStorage((request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    received.push([url.pathname, url.searchParams.toString(), request.headers.authorization])
    const result = [{ metric: { api: 'PutObject' }, values: [[1000, '1.5']] }]
    response.end(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }))
  })
  const { json } = await responseFor(`${prometheus.url}/prefix/`, 'the-token')
  await prometheus.stop()
  // The page asks for all widgets, whose queries may come later.
  expect(received).toContainEqual([
    '/prefix/api/v1/query_range',
    new URLSearchParams({
      query: 'sum by (server, api) (rate(minio_s3_requests_total{job="minio-job"}[240s]))',
      start: '1000',
      end: '1900',
      step: '15',
    }).toString(),
    'Bearer the-token',
  ])
  expect(json).toMatchObject({
    source: 'prometheus',
    targets: [{ legendFormat: '{{server,api}}', result: [{ metric: { api: 'PutObject' }, values: [[1000, '1.5']] }] }],
  })
})

test('reports a Prometheus server that is down, silent, refuses the token or is something else', async () => {
  const gone = await responseFor(`http://127.0.0.1:${await freePort()}`)
  expect([gone.status, gone.json]).toMatchObject([
    503,
    { code: 'MetricsUnavailable', message: expect.stringContaining('can’t be reached') },
  ])
  const silent = await silentServer()
  const slow = await responseFor(silent.url)
  await silent.close()
  expect(slow.withValues).toBe(0)
  expect([slow.status, slow.json]).toMatchObject([503, { message: expect.stringContaining('didn’t respond in time') }])
  const other = await scriptedStorage((request, response) => {
    response.statusCode = request.headers.authorization === undefined ? 200 : 401
    response.end('<html>')
  })
  expect((await responseFor(other.url)).json).toMatchObject({ message: expect.stringContaining('returned an error') })
  const refused = await responseFor(other.url, 'secret-token')
  expect(refused.json).toMatchObject({ message: expect.stringContaining('COOPERAGE_PROMETHEUS_TOKEN') })
  expect(refused.log).not.toContain('secret-token')
})
