/** Copies and moves during outages, and with concurrent changes. */
import type { ServerResponse } from 'node:http'
import type { CopyFailure, ExistingTarget } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { listed, type Script, visitorOf } from './scripted-visitor.ts'

const COPIED =
  '<CopyObjectResult><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>"copied"</ETag></CopyObjectResult>'

interface Copied {
  copied: number
  skipped: number
  failed: CopyFailure[]
  next?: string
}

test('reports a copy that fails after status 200, and a move then deletes nothing', async () => {
  const requests: string[] = []
  const error = '<Error><Code>InternalError</Code><Message>inner text</Message></Error>'
  const user = await visitorOf(({ method, path }) => {
    requests.push(`${method} ${path}`)
    return method === 'PUT' ? error : ''
  })
  const json = { source: 'a', target: 'b', move: true, existing: 'overwrite' }
  expect((await user.call('POST', '/api/v1/buckets/photos/objects/copy', { json })).outcome).toBe('502 StorageError')
  expect(requests).toContain('PUT /photos/b')
  expect(requests.filter((call) => call.startsWith('DELETE'))).toEqual([])
})

test('a move does not delete a source that was overwritten during the copy', async () => {
  const requests: string[] = []
  let etag = 'copied'
  const user = await visitorOf(({ method, path }, response) => {
    requests.push(`${method} ${path}`)
    response.setHeader('etag', `"${etag}"`)
    if (method !== 'PUT') return ''
    etag = 'written'
    return COPIED
  })
  const json = { source: 'a', target: 'b', move: true, existing: 'overwrite' }
  const reply = await user.call('POST', '/api/v1/buckets/photos/objects/copy', { json })
  expect(reply.outcome).toBe('412 PreconditionFailed')
  expect(requests).toContain('PUT /photos/b')
  expect(requests.filter((call) => call.startsWith('DELETE'))).toEqual([])
})

test('a source that is deleted while it is moved counts as moved', async () => {
  let isGone = false
  const user = await visitorOf(({ method }, response) => {
    if (method === 'PUT') {
      isGone = true
      return COPIED
    }
    response.statusCode = isGone ? 404 : 200
    return ''
  })
  const json = { source: 'a', target: 'b', move: true, existing: 'overwrite' }
  const reply = await user.call('POST', '/api/v1/buckets/photos/objects/copy', { json })
  expect([reply.status, reply.json]).toMatchObject([200, { copied: 1, failed: [] }])
})

test('after an outage during the deletion only the deletion is left to do', async () => {
  const requests: string[] = []
  const stored = new Set<string>(['/photos/a'])
  let isOut = true
  const user = await visitorOf(({ method, path }, response) => {
    requests.push(`${method} ${path}`)
    if (method === 'DELETE') {
      if (isOut) return null
      stored.delete(path)
      response.statusCode = 204
    } else if (method === 'PUT') {
      stored.add(path)
      return COPIED
    } else response.statusCode = stored.has(path) ? 200 : 404
    return ''
  })
  const copy = (json: object) => user.call('POST', '/api/v1/buckets/photos/objects/copy', { json })
  const wish = { source: 'a', target: 'b', move: true, existing: 'keep_both' }
  const reply = await copy(wish)
  expect([reply.status, reply.json]).toMatchObject([200, { copied: 0, failed: [{ path: 'a', target: 'b' }] }])
  const [failure] = (reply.json as Copied).failed
  isOut = false
  const again = await copy({ ...wish, target: failure?.target, source_state: failure?.source_state })
  expect([again.status, again.json]).toMatchObject([200, { copied: 1, failed: [], target: 'b' }])
  expect([...stored]).toEqual(['/photos/b'])
  expect(requests.filter((call) => call.startsWith('PUT'))).toEqual(['PUT /photos/b'])
})

const KEYS = Array.from({ length: 100 }, (_, index) => `f/${String(index).padStart(4, '0')}`)
const HELD = '/photos/g/0050'

/** A folder f/ whose copy to g/ meets an outage: the copy of one key is interrupted, others may have overtaken it. */
function outageAt(overtaking: number) {
  const puts: string[] = []
  const state = { isOut: false, wasOut: false, puts }
  let held: ServerResponse | undefined
  const script: Script = ({ method, query, path }, response) => {
    if (state.isOut) return null
    if (method === 'GET')
      return listed(
        KEYS.filter((key) => key > (query.get('start-after') ?? '')),
        false,
      )
    if (method === 'HEAD') {
      response.statusCode = path.startsWith('/photos/f/') || puts.includes(path) ? 200 : 404
      return ''
    }
    if (path === HELD && !state.wasOut && overtaking > 0) {
      held = response
      return undefined
    }
    const isTime =
      overtaking > 0 ? held !== undefined && puts.filter((one) => one > HELD).length >= overtaking : path === HELD
    if (isTime && !state.wasOut) {
      Object.assign(state, { isOut: true, wasOut: true })
      held?.destroy()
      return null
    }
    puts.push(path)
    return COPIED
  }
  return { state, script }
}

test.each<[ExistingTarget, number]>([
  ['refuse', 3],
  ['skip', 3],
  ['keep_both', 0],
])(
  'a copy of a folder (%s) returns its progress after an outage, and repeats nothing',
  async (existing, overtaking) => {
    const { state, script } = outageAt(overtaking)
    const user = await visitorOf(script)
    const sum: Copied = { copied: 0, skipped: 0, failed: [] }
    const copy = async (wish: { source: string; target: string; after?: string }) => {
      const json = { ...wish, existing }
      const reply = await user.call('POST', '/api/v1/buckets/photos/objects/copy', { json })
      expect(reply.status, reply.text).toBe(200)
      const part = reply.json as Copied
      sum.copied += part.copied
      sum.skipped += part.skipped
      return part
    }
    for (let after: string | undefined = ''; after !== undefined; state.isOut = false) {
      const part: Copied = await copy({ source: 'f/', target: 'g/', after })
      sum.failed.push(...part.failed)
      after = part.next
    }
    expect(state.wasOut).toBe(true)
    // The keys that were running with it, if others may have overtaken it.
    if (overtaking === 0) expect(sum.failed).toEqual([])
    else expect(sum.failed.map(({ path }) => path)).toContain('f/0050')
    for (const { path, message } of sum.failed) {
      expect(message).toMatch(/Can’t reach the storage server/)
      await copy({ source: path, target: path.replace('f/', 'g/') })
    }
    expect(sum).toMatchObject({ copied: KEYS.length, skipped: 0 })
    expect(state.puts.sort()).toEqual(KEYS.map((key) => `/photos/${key.replace('f/', 'g/')}`))
  },
)
