import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { DocumentStore } from '../store/store.ts'
import { documentsInMemory } from '../store/testing/documents-in-memory.ts'
import { Config } from './config.ts'
import { helpOf } from './help.ts'
import { parseDuration } from './values.ts'

let documents: DocumentStore
let config: Config
const hook = createServer((_request, response) => response.end())
await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
const port = (hook.address() as AddressInfo).port
const url = `http://127.0.0.1:${port}/events`
afterAll(() => hook.close())
beforeEach(() => {
  documents = documentsInMemory()
  config = new Config(documents)
})

test('a setting that was never set has its default value', () => {
  expect(config.show('site')).toBe('site name= region= \n')
  expect(config.show('notify_webhook')).toBe(
    'notify_webhook enable=off endpoint= auth_token= queue_limit=0 queue_dir= \n',
  )
  expect(config.get('api').stale_uploads_expiry).toBe('24h')
  expect(config.targets('audit_webhook')).toEqual([])
})

test('a change of a dynamic section takes effect immediately and notifies subscribers', async () => {
  let notifications = 0
  config.onChange('api', () => notifications++)
  expect(await config.set('api stale_uploads_expiry=48h')).toBe(true)
  expect(config.get('api').stale_uploads_expiry).toBe('48h')
  expect(notifications).toBe(1)
})

test('a change of a static section takes effect after a restart', async () => {
  expect(await config.set('site region=eu-west-9 comment="two words"')).toBe(false)
  expect(config.get('site').region).toBe('')
  const next = new Config(documents)
  expect(next.get('site').region).toBe('eu-west-9')
  expect(next.show('site')).toBe('site name= region=eu-west-9 comment="two words" \n')
})

test('a section can have several targets, and only the export shows secrets', async () => {
  await config.set(`audit_webhook:b endpoint=${url} auth_token=hidden`)
  await config.set(`audit_webhook:a endpoint=${url} enable=off`)
  expect(
    config
      .show('audit_webhook')
      .split('\n')
      .map((line) => line.split(' ')[0]),
  ).toEqual(['audit_webhook', 'audit_webhook:a', 'audit_webhook:b', ''])
  expect(config.show('audit_webhook:b')).not.toContain('auth_token')
  expect(config.export()).toContain(`\naudit_webhook:b endpoint=${url} auth_token=hidden `)
  expect(config.export()).toContain('\n# audit_webhook:a enable=off ')
  expect(config.targets('audit_webhook').map(({ name }) => name)).toEqual(['b'])
})

test.each([
  ['', 'input arguments cannot be empty'],
  ['ghost a=1', 'unknown sub-system ghost a=1'],
  ['# x', 'unknown sub-system # x'],
  ['site', "sub-system 'site' must have key"],
  ['site ghost=1', "sub-system 'site' cannot have empty keys"],
  ['site:x region=aa', "sub-system 'site' only supports single target"],
  [
    'notify_webhook:no queue_limit=3',
    "'endpoint' is not optional for 'notify_webhook' sub-system, please check 'notify_webhook' documentation",
  ],
])('rejects "%s"', async (text, message) => {
  await expect(config.set(text)).rejects.toMatchObject({ code: 'XMinioConfigError', status: 400, message })
})

test.each([
  ['site region=9bad', "region '9bad' is invalid, expected simple characters such as [us-east-1, myregion...]"],
  ['site name=BAD', "site name 'BAD' is invalid, expected simple characters such as [cal-rack0, myname...]"],
  ['api stale_uploads_expiry=abc', 'time: invalid duration "abc"'],
  ['api stale_uploads_expiry=-1h', 'the duration must be greater than 0, but is "-1h"'],
  ['audit_webhook endpoint=nonsense', 'unexpected scheme found '],
  ['audit_webhook endpoint=http://a/ queue_size=x', 'strconv.Atoi: parsing "x": invalid syntax'],
  ['audit_webhook endpoint=http://a/ enable=maybe', "ParseBool: parsing 'maybe': invalid syntax"],
  ['audit_webhook endpoint=http://a/ retry_interval=2m', "maximum allowed value for retry interval is '1m': 2m"],
  ['audit_webhook endpoint=http://a/ http_timeout=999us', 'the duration must be at least "1ms", but is "999us"'],
  [
    'logger_webhook endpoint=http://a/ http_timeout=2147483648ms',
    'the duration must be at most "2147483647ms", but is "2147483648ms"',
  ],
  ['audit_webhook endpoint=http://a/ http_timeout=1', 'time: missing unit in duration "1"'],
])('rejects the value in "%s"', async (text, message) => {
  await expect(config.set(text)).rejects.toMatchObject({ code: 'XMinioAdminConfigBadJSON', status: 400, message })
  expect(config.history(10)).toEqual([])
})

test('an enabled webhook must be reachable, a disabled one need not be', async () => {
  await config.set('notify_webhook:off endpoint=http://127.0.0.1:1/x enable=off')
  await expect(config.set('notify_webhook:dead endpoint=http://127.0.0.1:1/x')).rejects.toMatchObject({
    message: 'error (dead:webhook): dial tcp 127.0.0.1:1: connect: connection refused',
  })
})

test.each([
  ['compression enable=on', 'compression is not implemented by this server.'],
  [
    `notify_webhook:q endpoint=http://a/ client_cert=/c`,
    'notify_webhook client_cert is not implemented by this server.',
  ],
  ['api root_access=off', 'api root_access is not implemented by this server.'],
])('rejects the unsupported setting in "%s" by name', async (text, message) => {
  await expect(config.set(text)).rejects.toMatchObject({ code: 'NotImplemented', status: 501, message })
})

test.each([
  ['notify_webhook:a endpoint=http://127.0.0.1:9999/a max_retry=5', 'max_retry'],
  ['audit_webhook:b endpoint=http://127.0.0.1:9999/b http_timeout=5s retries=4', 'retries'],
  ['audit_webhook:b retries=4 endpoint=http://127.0.0.1:9999/b', 'retries'],
  ['audit_webhook:b comment="from a tutorial" retries=4', 'retries'],
  ["site comment=it's region=x typo=1", 'typo'],
  ['region name=eu-1 commment=typo', 'commment'],
])('refuses the unknown key in "%s" by name, and stores nothing', async (text, key) => {
  const refused = { code: 'XMinioConfigError', message: expect.stringContaining(`unknown key '${key}'`) }
  const before = config.export()
  await expect(config.set(text)).rejects.toMatchObject(refused)
  await expect(config.import(text)).rejects.toMatchObject(refused)
  expect(config.export()).toBe(before)
  expect(config.history(10)).toEqual([])
})

test('a quoted value can have words with an equals sign, and any value can have spaces', async () => {
  await config.set('audit_webhook:a endpoint=http://a/ auth_token=Bearer abc def enable=off comment="a b=c"')
  expect(config.get('audit_webhook', 'a')).toMatchObject({ auth_token: 'Bearer abc def', comment: 'a b=c' })
  await config.set("audit_webhook:a auth_token='Bearer x=y' comment=x=y enable=off")
  expect(config.get('audit_webhook', 'a')).toMatchObject({ auth_token: 'Bearer x=y', comment: 'x=y' })
})

test('the queue folder that tutorials set is stored', async () => {
  await config.set(`notify_webhook:q endpoint=${url} queue_dir=/var/lib/minio/events queue_limit=100`)
  const next = new Config(documents)
  expect(next.get('notify_webhook', 'q')).toMatchObject({ queue_dir: '/var/lib/minio/events', queue_limit: '100' })
  await expect(config.set(`notify_webhook:q queue_dir=events`)).rejects.toMatchObject({
    code: 'XMinioAdminConfigBadJSON',
    message: 'queueDir path should be absolute',
  })
})

test.each(['1ms', '1500us', '2147483647ms'])('accepts a delivery timeout of %s', async (timeout) => {
  expect(await config.set(`audit_webhook:w endpoint=${url} http_timeout=${timeout}`)).toBe(true)
  expect(config.get('audit_webhook', 'w').http_timeout).toBe(timeout)
})

test('an unsupported key may be set to the value that the engine always uses', async () => {
  expect(await config.set('api root_access=on stale_uploads_expiry=1h')).toBe(true)
  expect(config.show('api')).toBe('api requests_max=0 stale_uploads_cleanup_interval=6h stale_uploads_expiry=1h \n')
})

test('a quoted value may contain text that looks like a key', async () => {
  await config.set(`logger_webhook:l endpoint=${url} comment="not a max_retry=7"`)
  expect(config.get('logger_webhook', 'l')).toMatchObject({ max_retry: '0', comment: 'not a max_retry=7' })
})

test('delete resets single keys or removes the target', async () => {
  await config.set(`audit_webhook:a endpoint=${url} queue_size=5`)
  expect(await config.delete('audit_webhook:a queue_size')).toBe(true)
  expect(config.get('audit_webhook', 'a').queue_size).toBe('100000')
  await expect(config.delete('audit_webhook:a ghost')).rejects.toMatchObject({
    code: 'XMinioConfigNotFoundError',
    status: 404,
    message: "key ghost doesn't exist",
  })
  await config.delete('audit_webhook:a')
  await expect(config.delete('audit_webhook:a')).rejects.toMatchObject({
    message: 'sub-system audit_webhook:a already deleted or does not exist',
  })
  expect(await config.delete('site')).toBe(false)
})

test('the history returns the texts that were set and can restore one', async () => {
  await config.set('api stale_uploads_expiry=1h')
  await config.set('api stale_uploads_expiry=2h')
  const [first, second] = config.history(10)
  expect([first?.data, second?.data]).toEqual(['api stale_uploads_expiry=1h', 'api stale_uploads_expiry=2h'])
  expect(config.history(1)).toEqual([second])
  await config.restore(first?.restoreId ?? '')
  expect(config.history(10)).toEqual([second])
  expect(new Config(documents).get('api').stale_uploads_expiry).toBe('1h')
  await expect(config.restore('nope')).rejects.toMatchObject({ status: 404, message: 'config file not found' })
  await config.clearHistory('all')
  expect(config.history(10)).toEqual([])
})

test('the history keeps a hundred entries, and the next change removes the oldest', async () => {
  for (let hours = 1; hours <= 103; hours++) await config.set(`api stale_uploads_expiry=${hours}h`)
  const texts = config.history(0).map(({ data }) => data)
  expect(texts).toHaveLength(100)
  expect([texts[0], texts.at(-1)]).toEqual(['api stale_uploads_expiry=4h', 'api stale_uploads_expiry=103h'])
  expect(documents.ids('config-history')).toHaveLength(100)
  expect(new Config(documents).history(0)).toEqual(config.history(0))
})

test('importing an export into another store gives the same settings', async () => {
  await config.set(`notify_webhook:h endpoint=${url} auth_token=t`)
  await config.set('site region=aa-1')
  const exported = new Config(documents).export()
  const other = documentsInMemory()
  await new Config(other).import(exported)
  expect(new Config(other).export()).toBe(exported)
})

test('a value given at startup overrides the stored one and is shown', async () => {
  await config.set('site region=stored')
  const next = new Config(documents, { site: { region: 'given' } })
  expect(next.get('site').region).toBe('given')
  expect(next.show('site')).toBe('# MINIO_SITE_REGION=given\nsite name= region=stored \n')
})

test('help lists sections and keys', () => {
  expect(helpOf('', '', false).keysHelp.map(({ key }) => key)).toEqual([
    'site',
    'api',
    'identity_openid',
    'identity_ldap',
    'logger_webhook',
    'audit_webhook',
    'notify_webhook',
  ])
  expect(helpOf('site', 'region', true).keysHelp).toMatchObject([{ key: 'MINIO_SITE_REGION', optional: true }])
  expect(() => helpOf('ghost', '', false)).toThrow('unknown sub-system ghost')
  expect(() => helpOf('site', 'ghost', false)).toThrow('unknown key ghost for sub-system site')
})

test('parses durations in the format of Go', () => {
  expect(parseDuration('1h30m')).toBe(5_400_000)
  expect(parseDuration('1.5s')).toBe(1500)
  expect(parseDuration('250ms')).toBe(250)
})

test('rejects an invalid duration in time proportional to its length', () => {
  const before = process.threadCpuUsage()
  expect(() => parseDuration('1'.repeat(200_000))).toThrow('time: missing unit')
  expect(() => parseDuration(`${'1'.repeat(200_000)}x`)).toThrow('time: invalid duration')
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(1_000)
})

test('a key or target with the name of an object prototype member cannot be deleted', async () => {
  for (const line of ['audit_webhook constructor', 'audit_webhook:constructor', 'site __proto__']) {
    await expect(config.delete(line)).rejects.toMatchObject({ code: 'XMinioConfigNotFoundError' })
  }
  expect(await config.set('site comment=still')).toBe(false)
})

test('a section has at most 200 targets', async () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => `audit_webhook:t${at} endpoint=${url} enable=off`).join('\n')
  await expect(config.set(lines(201))).rejects.toThrow(
    "sub-system 'audit_webhook' can have at most 200 targets. Delete some first.",
  )
  expect(await config.set(lines(200))).toBe(true)
  await expect(config.set(`audit_webhook:other endpoint=${url} enable=off`)).rejects.toThrow('at most 200 targets')
  expect(await config.set(`audit_webhook:t7 endpoint=${url} enable=off comment=changed`)).toBe(true)
})
