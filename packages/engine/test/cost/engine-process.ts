/**
 * An engine as its own process that measures itself: the CPU time of its main thread in each turn of the event loop. A turn is
 * the longest time for which nothing else is served. The parent asks for the longest turn since it last asked.
 */
import { startEngine } from '../../src/index.ts'

const dataDir = process.argv[2] ?? ''
const root = { accessKey: 'cost-root', secretKey: 'cost-root-secret' }
const engine = await startEngine({ dataDir, root, scrubDays: 0, lifecycleSeconds: 0, log: () => {} })

const bucket = 'nasty'
await engine.store.createBucket(bucket)
await Promise.all(
  Array.from({ length: 1000 }, (_, at) => {
    async function* body() {
      yield Buffer.from('x')
    }
    return engine.store.putObject(bucket, `${`${'a'.repeat(250)}/`.repeat(3).slice(0, 700)}${at}`, body(), {
      metadata: { contentType: 'text/plain', headers: {}, user: {} },
      tags: {},
    })
  }),
)

let last = cpuMs()
let longest = 0
let isMeasuring = false

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Runs once in each turn. While it measures, the loop never sleeps. */
function turn(): void {
  const now = cpuMs()
  longest = Math.max(longest, now - last)
  last = now
  if (isMeasuring) setImmediate(turn)
}

/** CPU time of fixed work that resembles what requests do, to tell how fast this machine is. */
function reference(): number {
  const before = cpuMs()
  let found = 0
  for (let at = 0; at < 40_000; at++) {
    const text = JSON.stringify({ name: `object-${at}`, tags: [at, at + 1] })
    if (/"name":"object-(\d+)"/.exec(text)?.[1] === String(at)) found += JSON.parse(text).tags.length
  }
  if (found === 0) throw new Error('the reference did no work')
  return cpuMs() - before
}

process.on('message', (message: 'start' | 'stop' | 'reference' | 'close') => {
  if (message === 'start') {
    isMeasuring = true
    last = cpuMs()
    longest = 0
    setImmediate(turn)
    process.send?.('started')
  } else if (message === 'stop') {
    // After the turn that counts this one.
    setImmediate(() => {
      isMeasuring = false
      process.send?.(longest)
    })
  } else if (message === 'reference') {
    process.send?.(Math.min(...Array.from({ length: 5 }, reference)))
  } else {
    void engine.close().then(() => process.disconnect())
  }
})
process.send?.({ url: engine.url, root })
