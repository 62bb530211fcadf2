import { describe, expect, test } from 'vitest'
import {
  BANDWIDTH_UNITS,
  bandwidthProblem,
  bandwidthUnitLabel,
  isHealthCheck,
  REMOTE_DEFAULTS,
  type RemoteForm,
  remoteProblem,
  targetUrl,
  toListRequest,
  toRemote,
  urlProblem,
  withTls,
  withUrl,
} from './remote-form.ts'

const remote = (part: Partial<RemoteForm> = {}): RemoteForm => ({
  ...REMOTE_DEFAULTS,
  url: 'backup.example.net:9000',
  accessKey: 'copier',
  secretKey: ' a secret ',
  ...part,
})

test('starts with the values of the specification', () => {
  expect(REMOTE_DEFAULTS).toMatchObject({
    usesTls: true,
    mode: 'async',
    bandwidth: { amount: '100', unit: 'GiB' },
    healthCheck: '60',
  })
  expect(BANDWIDTH_UNITS.map(bandwidthUnitLabel)).toEqual(['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'])
})

describe('the target URL', () => {
  test.each([
    ['backup.example.net', true, 'https://backup.example.net'],
    ['backup.example.net:9000', false, 'http://backup.example.net:9000'],
    [' [::1]:9000/ ', true, 'https://[::1]:9000'],
    ['HTTPS://backup.example.net/', true, 'https://backup.example.net'],
    ['', true, ''],
    ['https://', true, ''],
  ])('of %j with TLS %j is %j', (url, usesTls, target) => {
    expect(targetUrl(remote({ url, usesTls }))).toBe(target)
  })

  test('and the switch never contradict each other', () => {
    const plain = withUrl(remote(), 'http://backup.example.net')
    expect(plain.usesTls).toBe(false)
    expect(withTls(plain, true)).toMatchObject({ url: 'backup.example.net', usesTls: true })
    expect(withUrl(plain, 'backup').usesTls, 'without a scheme the switch stays').toBe(false)
  })

  test.each(['host/bucket', 'host?x', 'a b', 'user@host', 'host:port', 'ftp://host'])('is not %j', (url) => {
    expect(urlProblem(remote({ url }))).toBe('urlWrong')
  })
})

describe('the bandwidth', () => {
  const of = (amount: string, unit: RemoteForm['bandwidth']['unit'] = 'GiB', mode: RemoteForm['mode'] = 'async') =>
    bandwidthProblem(remote({ bandwidth: { amount, unit }, mode }))

  test.each(['0', '1', '0.5', '8191'])('may be %s Gi', (amount) => expect(of(amount)).toBeUndefined())
  test.each(['', '-1', 'much', '1e3'])('is not %j', (amount) => expect(of(amount)).toBe('bandwidthWrong'))
  test('has the minimum of servers and the maximum of a number', () => {
    expect(of('95', 'MiB')).toBe('bandwidthLow')
    expect(of('96', 'MiB')).toBeUndefined()
    expect(of('1', 'EiB')).toBe('bandwidthWrong')
  })
  test('is ignored in synchronous mode, and sent as 0', () => {
    expect(of('-1', 'GiB', 'sync')).toBeUndefined()
    expect(toRemote(remote({ mode: 'sync' })).bandwidth).toBe(0)
    expect(toRemote(remote()).bandwidth).toBe(107_374_182_400)
  })
})

test('the health check is a whole number of seconds, up to a day', () => {
  expect(['0', '60', ' 86400 '].every(isHealthCheck)).toBe(true)
  expect(['', '-1', '1.5', 'soon', '86401'].some(isHealthCheck)).toBe(false)
})

test('reports the problem of the first invalid field', () => {
  expect(remoteProblem(REMOTE_DEFAULTS)).toBe('urlMissing')
  expect(remoteProblem(remote({ accessKey: ' ' }))).toBe('accessKeyMissing')
  expect(remoteProblem(remote({ secretKey: '' }))).toBe('secretKeyMissing')
  expect(remoteProblem(remote({ bandwidth: { amount: 'x', unit: 'GiB' } }))).toBe('bandwidthWrong')
  expect(remoteProblem(remote({ healthCheck: '' }))).toBe('healthCheckWrong')
  expect(remoteProblem(remote())).toBeUndefined()
})

test('sends the address with its scheme, and the secret as it was typed', () => {
  const access = {
    accessKey: 'copier',
    secretKey: ' a secret ',
    targetURL: 'https://backup.example.net:9000',
    region: 'eu',
  }
  const form = remote({ accessKey: ' copier', region: ' eu ' })
  expect(toListRequest(form)).toEqual({ ...access, useTLS: true })
  expect(toRemote(form)).toEqual({ ...access, syncMode: 'async', bandwidth: 107_374_182_400, healthCheckPeriod: 60 })
})
