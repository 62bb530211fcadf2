/** The health report (spec object-browser-and-tools 4 and 7), on the engine and on MinIO. */
import type { DiagnosticMessage } from '@cooperage/contract'
import { accountsOf, allow } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { accountDocument, aliceAt, scriptedStorage, stsKeys } from '../scripted-storage.ts'
import { closeSocket, openSocket } from '../socket-visitor.ts'

const given = await withConsole()

test('sends the parts as they are completed, then the report with its timestamp, and ends', async () => {
  const user = await given.user()
  const view = await openSocket(user, '/ws/health-info?deadline=1h')
  expect(await view.closed).toEqual({ code: 1000, reason: '' })
  const messages = view.messages as DiagnosticMessage[]
  expect(messages.slice(0, -1).every(({ isComplete, report }) => !isComplete && Object.keys(report).length === 0)).toBe(
    true,
  )
  const last = messages.at(-1)
  expect(last).toMatchObject({
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    isComplete: true,
    report: { version: '3', sys: { meminfo: [{ total: expect.any(Number) }] }, minio: { info: { mode: 'online' } } },
  })
  const names = last?.parts.map(({ name }) => name)
  for (const part of ['sys.cpus', 'sys.osinfo', 'sys.meminfo', 'sys.procinfo', 'minio.info', 'minio.config'])
    expect(names).toContain(part)
  // So that the share of the parts is never more than all.
  expect(last?.expected).toBeGreaterThanOrEqual(last?.parts.length ?? Number.POSITIVE_INFINITY)
  expect(JSON.stringify(last)).not.toContain(given.storage.root.secretKey)
})

test('ends with the missing permission, and refuses other deadlines', async () => {
  const reader = given.stranger()
  await reader.signIn(await accountsOf(given.storage).allowed(allow(['admin:ServerInfo'])))
  const { closed } = await openSocket(reader, '/ws/health-info?deadline=1h')
  expect(await closed).toEqual({ code: 1011, reason: 'AccessDenied' })
  for (const deadline of ['zzz', '0s', '1d', '-1h'])
    await expect(openSocket(reader, `/ws/health-info?deadline=${deadline}`)).rejects.toThrow('refused with 400')
})

/** A console on a storage server whose report is what `report` writes. */
async function reportOf(report: (write: (text: string) => void, end: () => void, aborted: () => void) => void) {
  let isAborted = false
  const storage = await scriptedStorage((request, response) => {
    const path = request.url ?? ''
    if (path === '/') return response.end(stsKeys())
    if (path.includes('/accountinfo'))
      return response.end(accountDocument({ Version: '2012-10-17', Statement: [allow(['admin:*'])] }))
    response.on('close', () => {
      isAborted = true
    })
    report(
      (text) => response.write(text),
      () => response.end(),
      () => response.destroy(),
    )
  })
  const user = await aliceAt(storage)
  return { user, isAborted: () => isAborted }
}

test('removes secrets that the server left in the report', async () => {
  const report = {
    version: '3',
    minio: { config: { config: { audit_webhook: { _: [{ key: 'auth_token', value: 'T0ken' }] } } } },
    sys: { procinfo: [{ cmd_line: 'minio --secret-key=T0ken', env: { MINIO_ROOT_PASSWORD: 'T0ken' } }] },
  }
  // Longer than what live views accept as a line.
  const flags = 'f'.repeat(2_000_000)
  const { user } = await reportOf((write, end) => {
    write(` \n${JSON.stringify({ ...report, flags })}\n`)
    end()
  })
  const view = await openSocket(user, '/ws/health-info')
  expect((await view.closed).code).toBe(1000)
  expect(view.messages.at(-1)).toMatchObject({ isComplete: true, report: { flags } })
  expect(JSON.stringify(view.messages)).not.toContain('T0ken')
})

test('fails when the server reports a failure, sends nothing, or disconnects', async () => {
  const failures = {
    HealthReportFailed: ['{"version":"3","error":"<Error>inner</Error>"}\n', ''],
    StorageUnreachable: ['BREAK'],
  }
  for (const [code, texts] of Object.entries(failures)) {
    for (const text of texts) {
      const { user } = await reportOf((write, end, abort) => {
        write(text === 'BREAK' ? '{"version":"3"}\n{"vers' : ` ${text}`)
        if (text === 'BREAK') setImmediate(abort)
        else end()
      })
      expect(await (await openSocket(user, '/ws/health-info')).closed).toEqual({ code: 1011, reason: code })
    }
  }
})

test('cancels the report when the browser disconnects', async () => {
  const { user, isAborted } = await reportOf((write) => write('{"version":"3","sys":{}}\n'))
  const view = await openSocket(user, '/ws/health-info')
  await expect.poll(() => view.messages.length).toBe(1)
  await closeSocket(view)
  await expect.poll(isAborted).toBe(true)
})
