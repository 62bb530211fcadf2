import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { plainDigester } from './md5-digester.ts'
import { laneDigester } from './md5-lanes.ts'

const MIB = 1 << 20

const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

/** Both ways have the same results. */
const digesters = { plain: plainDigester(), lanes: laneDigester() ?? plainDigester() }

function digestsOf(bodies: readonly Uint8Array[], digest = digesters.lanes): (string | undefined)[] {
  return digest(bodies.map((bytes, id) => ({ id, bytes, next: 'end' })))
}

test.each(Object.entries(digesters))('bodies of every length around the size of a block: %s', (_name, digest) => {
  const bodies = Array.from({ length: 200 }, (_, length) => randomBytes(length))
  expect(digestsOf(bodies, digest)).toEqual(bodies.map(md5Of))
})

test.each([1, 2, 3, 4, 5, 7, 8, 9, 20])('%i bodies of different lengths at once', (count) => {
  const bodies = Array.from({ length: count }, (_, index) => randomBytes((index * 7919 * 31) % 300_000))
  expect(digestsOf(bodies)).toEqual(bodies.map(md5Of))
})

test.each(Object.entries(digesters))('bodies that begin and end at different times: %s', (_name, digest) => {
  const bodies = Array.from({ length: 12 }, (_, index) => ({
    id: 1000 + index,
    bytes: randomBytes(40_000 + 977 * index),
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
      return { id: one.id, bytes, next: one.at === one.bytes.length ? ('end' as const) : ('more' as const) }
    })
    for (const [index, found] of digest(inputs).entries()) {
      const one = active[index]
      if (one) one.digest = found
    }
  }
  expect(bodies.map(({ digest }) => digest)).toEqual(bodies.map(({ bytes }) => md5Of(bytes)))
})

test('on a processor too old for vectors', { timeout: 30_000 }, async () => {
  // All ARM processors that Node supports have them.
  const processor = process.arch === 'x64' ? ['--no-enable-sse4-1'] : []
  const program = `
    import { laneDigester } from '${new URL('./md5-lanes.ts', import.meta.url)}'
    import { md5OfBody } from '${new URL('./body-md5.ts', import.meta.url)}'
    const body = [Buffer.alloc(1048576, 'a'), Buffer.alloc(1048576, 'b')]
    console.log(laneDigester() !== undefined, await md5OfBody(body))
  `
  const args = [...processor, '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 })
  expect(stdout.trim()).toBe(
    `${process.arch !== 'x64'} ${md5Of(Buffer.concat([Buffer.alloc(MIB, 'a'), Buffer.alloc(MIB, 'b')]))}`,
  )
})
