import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { digestTogether, Md5Body } from './md5-lanes.ts'

const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

function digestsOf(bodies: readonly Uint8Array[]): (string | undefined)[] {
  return digestTogether(bodies.map((bytes) => ({ body: new Md5Body(), bytes, isLast: true })))
}

test('bodies of every length around the size of a block', () => {
  const bodies = Array.from({ length: 200 }, (_, length) => randomBytes(length))
  expect(digestsOf(bodies)).toEqual(bodies.map(md5Of))
})

test.each([1, 2, 3, 4, 5, 7, 8, 9, 20])('%i bodies of different lengths at once', (count) => {
  const bodies = Array.from({ length: count }, (_, index) => randomBytes((index * 7919 * 31) % 300_000))
  expect(digestsOf(bodies)).toEqual(bodies.map(md5Of))
})

test('bodies that begin and end at different times, in pieces of any length', () => {
  const bodies = Array.from({ length: 12 }, (_, index) => ({
    bytes: randomBytes(40_000 + 977 * index),
    body: new Md5Body(),
    at: 0,
    digest: undefined as string | undefined,
  }))
  for (let round = 0; bodies.some(({ digest }) => digest === undefined); round++) {
    const active = bodies.filter(
      ({ digest }, index) => digest === undefined && round >= index && (round + index) % 3 > 0,
    )
    const inputs = active.map((one, index) => {
      const bytes = one.bytes.subarray(one.at, one.at + ((index * 1009 + round * 613) % 5000))
      one.at += bytes.length
      return { body: one.body, bytes, isLast: one.at === one.bytes.length }
    })
    for (const [index, digest] of digestTogether(inputs).entries()) {
      const one = active[index]
      if (one) one.digest = digest
    }
  }
  expect(bodies.map(({ digest }) => digest)).toEqual(bodies.map(({ bytes }) => md5Of(bytes)))
})

test('on a processor too old for vectors', { timeout: 30_000 }, async () => {
  // All ARM processors that Node supports have them.
  const processor = process.arch === 'x64' ? ['--no-enable-sse4-1'] : []
  const program = `
    import { loadMd5Kernels } from '${new URL('./md5-kernels.ts', import.meta.url)}'
    import { digestTogether, Md5Body } from '${new URL('./md5-lanes.ts', import.meta.url)}'
    const body = new Md5Body()
    digestTogether([{ body, bytes: Buffer.from('ab'), isLast: false }])
    console.log(loadMd5Kernels(65536) !== undefined, ...digestTogether([{ body, bytes: Buffer.from('c'), isLast: true }]))
  `
  const args = [...processor, '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 })
  expect(stdout.trim()).toBe(`${process.arch !== 'x64'} ${md5Of(Buffer.from('abc'))}`)
})
