import { startEngineProcess } from '@cooperage/testkit'
import { expect, test } from 'vitest'

test('a server of somebody else on its port is not taken for the engine that was started', async () => {
  const foreign = await startEngineProcess()
  try {
    const port = Number(new URL(foreign.url).port)
    await expect(startEngineProcess({ port })).rejects.toThrow('already in use')
  } finally {
    await foreign.stop()
  }
})
