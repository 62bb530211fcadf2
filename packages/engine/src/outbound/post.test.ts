import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { post } from './post.ts'

async function startHook(): Promise<string> {
  const hook = createServer((_request, response) => response.end())
  hook.listen(0, '127.0.0.1')
  await once(hook, 'listening')
  onTestFinished(() => {
    hook.closeAllConnections()
    hook.close()
  })
  return `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`
}

test.each([1500.5, 2 ** 31, 2 ** 40])('a timeout of %d ms is adjusted to the range of a timer', async (timeoutMs) => {
  const url = await startHook()
  const { signal } = new AbortController()
  await expect(post({ url, headers: {}, body: '{}', timeoutMs, signal })).resolves.toBeUndefined()
})
