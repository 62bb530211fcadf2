/** The storage server refuses some of the files of a form. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FormFile } from '../visitor.ts'
import { type Script, visitorOf } from './scripted-visitor.ts'

const MIB = 1024 * 1024
const UPLOAD = '/api/v1/buckets/photos/objects/upload'

const file = (fileName: string, size = 10): FormFile => ({ name: String(size), fileName, content: randomBytes(size) })

/** Refuses the objects whose name says so; `names` has those that were asked for. */
function refusing(): { script: Script; names: string[] } {
  const names: string[] = []
  const script: Script = ({ path }, response) => {
    const name = path.slice('/photos/'.length)
    names.push(name)
    const status = Number(/^(\d{3}) ?/.exec(decodeURIComponent(name))?.[1] ?? 200)
    if (status !== 200) response.statusCode = status
    if (name.includes('SlowDown')) return '<Error><Code>SlowDown</Code><Message>slow</Message></Error>'
    if (name.includes('Denied')) return '<Error><Code>AccessDenied</Code><Message>no</Message></Error>'
    if (name.includes('NoSuchBucket')) return '<Error><Code>NoSuchBucket</Code><Message>no</Message></Error>'
    return name.includes('closed') ? null : ''
  }
  return { script, names }
}

test.each([
  [500, '500', { status: 502, code: 'StorageError' }],
  [503, '503 SlowDown', { status: 504, code: 'StorageTimeout' }],
  [403, '403 Denied', { status: 403, code: 'AccessDenied' }],
])('stores the other files of a form when the storage server responds %i to one', async (_, name, failure) => {
  const { script, names } = refusing()
  const user = await visitorOf(script)
  const form = [file('a', MIB), file(name, 5 * MIB), file('b', MIB), file(`${name} too`), file('c')]
  const reply = await user.call('POST', UPLOAD, { form })
  expect([reply.status, reply.json]).toMatchObject([
    failure.status,
    {
      code: failure.code,
      stored: [{ name: 'a', size: MIB }, { name: 'b' }, { name: 'c' }],
      failed: [
        { name, ...failure },
        { name: `${name} too`, ...failure },
      ],
    },
  ])
  expect(names.at(-1)).toBe('c')
})

test.each([
  ['what concerns all files', [file('404 NoSuchBucket'), file('b')], 404],
  ['a connection that closes', [file('closed'), file('b')], 503],
  ['a large file, instead of reading the rest of it', [file('500', 17 * MIB), file('b')], 502],
])('ends a form with %s', async (_, form, status) => {
  const { script, names } = refusing()
  const user = await visitorOf(script)
  const reply = await user.call('POST', UPLOAD, { form })
  expect([reply.status, reply.json]).toMatchObject([status, { code: expect.any(String) }])
  expect(reply.json).not.toHaveProperty('failed')
  expect(names).not.toContain('b')
})
