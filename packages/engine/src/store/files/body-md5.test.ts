import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { BlockGatherer } from './block-buffers.ts'
import { BodyMd5, md5OfBody } from './body-md5.ts'
import { md5Thread } from './md5-threads.ts'

const MIB = 1 << 20

const md5Of = (...chunks: Uint8Array[]) => createHash('md5').update(Buffer.concat(chunks)).digest('hex')

async function* bodyOf(chunks: readonly Uint8Array[]) {
  for (const chunk of chunks) {
    const passed = Buffer.from(chunk)
    yield passed
    passed.fill(0)
  }
}

function blockOf(bytes: Uint8Array) {
  const [block] = new BlockGatherer().add(bytes)
  if (!block) throw new Error('less than a block')
  return block
}

test('concurrent bodies in chunks of any size get their own digests', async () => {
  const bodies = Array.from({ length: 5 }, (_, body) =>
    [1, 512 * 1024 + 4, 3 * MIB, 7, 64 * 1024].map((size) => randomBytes(size + body)),
  )
  const digests = await Promise.all(bodies.map((chunks) => md5OfBody(bodyOf(chunks))))
  expect(digests).toEqual(bodies.map((chunks) => md5Of(...chunks)))
})

test('bodies whose clients have stopped do not hold up another', async () => {
  const stopped = Array.from({ length: 10 }, () => new BodyMd5())
  for (const body of stopped) await body.update(blockOf(randomBytes(MIB)))
  const bytes = randomBytes(3 * MIB)
  expect(await md5OfBody(bodyOf([bytes]))).toBe(md5Of(bytes))
  for (const body of stopped) await body.drop()
})

test('a short body needs no thread', async () => {
  const chunks = [randomBytes(10), randomBytes(20)]
  expect(await md5OfBody(bodyOf(chunks))).toBe(md5Of(...chunks))
  expect(await md5OfBody(bodyOf([]))).toBe(md5Of())
})

test('a process that has computed digests can exit', { timeout: 30_000 }, async () => {
  const program = `
    import { md5OfBody } from '${new URL('./body-md5.ts', import.meta.url)}'
    console.log(await md5OfBody([Buffer.alloc(${MIB})]))
  `
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 })
  expect(stdout.trim()).toBe(md5Of(Buffer.alloc(MIB)))
})

test('a thread that dies fails its bodies, and the next body gets a new thread', async () => {
  const first = new BodyMd5()
  await first.update(blockOf(randomBytes(MIB)))
  for (let id = 0; id < 4; id++) {
    const notBytes = { id: -1 - id, bytes: null as unknown as Uint8Array, next: 'end' as const }
    await expect(md5Thread()[0].request(notBytes)).rejects.toThrow()
  }
  await expect(first.end(blockOf(randomBytes(MIB)))).rejects.toThrow()
  await first.drop()

  const bytes = randomBytes(MIB)
  expect(await md5OfBody(bodyOf([bytes]))).toBe(md5Of(bytes))
})
