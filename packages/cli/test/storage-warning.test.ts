/** The console starts whatever is at the address of its storage server, and says what is wrong with it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort, startConsoleProcess, waitUntil } from '@cooperage/testkit'
import { expect, test } from 'vitest'

test('warns that a website is at the address of the storage server', async () => {
  const website = createServer((_, response) => response.end('<title>Welcome</title>')).listen(0, '127.0.0.1')
  await once(website, 'listening')
  const url = `http://127.0.0.1:${(website.address() as AddressInfo).port}`
  const { child, stop } = await startConsoleProcess(url)
  await waitUntil('the warning', () => child.output().includes(`Warning: ${url} can’t be used as storage server.`))
  expect(child.output()).toContain('Use the address of the S3 API in --storage')
  await stop()
  website.close()
})

test('warns that nothing listens at the address of the storage server', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const { child, stop } = await startConsoleProcess(url)
  const warning = `Warning: Can’t reach the storage server ${url}: nothing listens there.`
  await waitUntil('the warning', () => child.output().includes(warning))
  await stop()
})
