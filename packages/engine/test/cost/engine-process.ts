/** An engine as its own process that measures itself. */
import { answerMeasurements } from '@cooperage/testkit'
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

answerMeasurements({ url: engine.url, root }, () => engine.close())
