import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { BodyMd5 } from './body-md5.ts'
import { md5Thread } from './md5-threads.ts'

const MIB = 1 << 20

const md5Of = (...chunks: Uint8Array[]) => createHash('md5').update(Buffer.concat(chunks)).digest('hex')

test('concurrent bodies in chunks of any size get their own digests', async () => {
  const bodies = Array.from({ length: 5 }, (_, body) =>
    [1, 512 * 1024 + 4, 3 * MIB, 7, 64 * 1024].map((size) => randomBytes(size + body)),
  )
  const digests = await Promise.all(
    bodies.map(async (chunks) => {
      const md5 = new BodyMd5()
      for (const chunk of chunks) {
        const passed = Buffer.from(chunk)
        await md5.update([passed])
        passed.fill(0)
      }
      return md5.end([chunks[0] as Uint8Array])
    }),
  )
  expect(digests).toEqual(bodies.map((chunks) => md5Of(...chunks, chunks[0] as Uint8Array)))
})

test('a short body needs no thread', async () => {
  const chunks = [randomBytes(10), randomBytes(20)]
  expect(await new BodyMd5().end(chunks)).toBe(md5Of(...chunks))
  expect(await new BodyMd5().end([])).toBe(md5Of())
  const begun = new BodyMd5()
  await begun.update(chunks)
  expect(await begun.end(chunks)).toBe(md5Of(...chunks, ...chunks))
})

test('a process that has computed digests can exit', { timeout: 30_000 }, async () => {
  const program = `
    import { BodyMd5 } from '${new URL('./body-md5.ts', import.meta.url)}'
    const md5 = new BodyMd5()
    await md5.update([Buffer.alloc(${MIB})])
    console.log(await md5.end([]))
  `
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 })
  expect(stdout.trim()).toBe(md5Of(Buffer.alloc(MIB)))
})

test('a thread that dies fails its bodies, and the next body gets a new thread', async () => {
  const first = new BodyMd5()
  await first.update([randomBytes(MIB)])
  for (let id = 0; id < 4; id++) {
    const beyondItsMemory = { id: -1 - id, memory: new ArrayBuffer(1), length: 2, next: 'more' as const }
    await expect(md5Thread()[0].ask(beyondItsMemory)).rejects.toThrow()
  }
  await expect(first.end([randomBytes(1)])).rejects.toThrow()
  await first.drop()

  const chunk = randomBytes(MIB)
  const next = new BodyMd5()
  await next.update([chunk])
  expect(await next.end([])).toBe(md5Of(chunk))
})
