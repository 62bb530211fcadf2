import { type AlertChannelSettings, alertRule } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { OutboundGuard } from '../shared/outbound-guard.ts'
import { channelHost, postOf } from './channels.ts'
import { noticeOf } from './notice.ts'
import { mailText } from './send-mail.ts'

const { threshold } = alertRule('quota')
const record = {
  id: '1',
  rule: 'quota',
  subject: '<a>&b',
  state: 'firing',
  value: 91.26,
  threshold,
  since: 1000,
  firedAt: 2000,
  clearSince: 0,
  resolvedAt: 0,
  acknowledgedBy: '',
  acknowledgedAt: 0,
  isReported: false,
} as const
const notice = noticeOf('firing', [record], 'berlin')
const text = 'Used quota of bucket <a>&b: 91.3%.'

const base: AlertChannelSettings = {
  name: 'ops',
  kind: 'webhook',
  url: 'https://hooks.example.com/a/b',
  token: '',
  host: '',
  port: 587,
  security: 'starttls',
  user: '',
  password: '',
  from: '',
  to: [],
}
const guard = new OutboundGuard({ allowsLoopback: false, allowsShared: true })

test('a webhook gets the documented document, with its header unchanged', () => {
  const { json, authorization, url } = postOf({ ...base, token: 'Basic abc' }, notice)
  expect([authorization, url.href]).toEqual(['Basic abc', base.url])
  expect(json).toEqual({
    version: 1,
    event: 'firing',
    rule: 'quota',
    severity: 'warning',
    unit: 'percent',
    title: 'berlin: warning: Bucket quota',
    text,
    server: 'berlin',
    count: 1,
    alerts: [
      { id: '1', subject: '<a>&b', value: 91.26, threshold: 90, fired: '1970-01-01T00:00:02.000Z', resolved: '' },
    ],
  })
})

test('several alerts of a rule are one message, which stays readable', () => {
  const [first, ...others] = Array.from({ length: 150 }, (_, index) => ({
    ...record,
    id: `${index}`,
    subject: `b${index}`,
  }))
  if (first === undefined) throw new Error('none')
  const { title, text: lines, count, alerts } = noticeOf('firing', [first, ...others], 'berlin')
  expect([title, count, alerts.length]).toEqual(['berlin: warning: Bucket quota (150)', 150, 100])
  expect(lines.split('\n').slice(18)).toEqual([
    'Used quota of bucket b18: 91.3%.',
    'Used quota of bucket b19: 91.3%.',
    'and 130 more',
  ])
})

test('Slack, ntfy and Gotify get what their APIs expect', () => {
  expect(postOf({ ...base, kind: 'slack' }, notice).json).toEqual({
    text: '*berlin: warning: Bucket quota*\nUsed quota of bucket &lt;a&gt;&amp;b: 91.3%.',
  })
  const ntfy = postOf({ ...base, kind: 'ntfy', url: 'https://ntfy.example.com/push/ops/', token: 'tk' }, notice)
  expect([ntfy.url.href, ntfy.authorization]).toEqual(['https://ntfy.example.com/push/', 'Bearer tk'])
  expect(ntfy.json).toEqual({ topic: 'ops', title: notice.title, message: text, priority: 3 })
  const resolved = noticeOf('resolved', [{ ...record, resolvedAt: 3000 }], 'berlin')
  const gotify = postOf({ ...base, kind: 'gotify', url: 'https://push.example.com/', token: 'tk' }, resolved)
  expect([gotify.url.href, gotify.authorization]).toEqual(['https://push.example.com/message', 'Bearer tk'])
  expect(gotify.json).toEqual({ title: 'berlin: resolved: Bucket quota', message: text, priority: 2 })
})

test('what is no longer watched is closed by programs, and not called resolved to people', () => {
  const ended = { ...record, rule: 'keyExpiry' as const, subject: 'ann', value: -6.9, resolvedAt: 3000 }
  expect(noticeOf('unwatched', [ended], 'berlin')).toMatchObject({
    event: 'resolved',
    title: 'berlin: no longer watched: Expiring access keys',
    text: expect.stringMatching(/^No longer watched, .*:\nAn access key of ann has expired\. Days since then: 6\./),
    alerts: [{ id: record.id, resolved: '1970-01-01T00:00:03.000Z' }],
  })
})

test.each<[string, Partial<AlertChannelSettings>, string]>([
  ['no address', { url: 'ftp://a' }, 'http:// or https://'],
  ['keys in the address', { url: 'https://a:b@c/' }, 'has no user name'],
  ['no topic', { kind: 'ntfy', url: 'https://ntfy.sh/' }, 'topic'],
  ['no token', { kind: 'gotify' }, 'token'],
  ['its own machine', { url: 'http://127.0.0.1/' }, 'doesn’t connect to 127.0.0.1'],
  ['a cloud’s metadata', { url: 'http://169.254.169.254/' }, 'doesn’t connect to'],
  ['no recipient', { kind: 'email', host: 'mail', from: 'a@b' }, 'recipient'],
  [
    'a password in plain text',
    { kind: 'email', host: 'mail', from: 'a@b', to: ['c@d'], user: 'u', security: 'none' },
    'TLS',
  ],
  ['a mail server on its own machine', { kind: 'email', host: '::1', from: 'a@b', to: ['c@d'] }, 'doesn’t connect to'],
])('refuses a channel with %s', (_, change, reason) => {
  expect(() => channelHost({ ...base, ...change }, guard)).toThrow(reason)
})

test('a mail has encoded headers, so that no name adds one', () => {
  const hostile = { ...notice, title: `${'ü'.repeat(60)}\r\nBcc: x@y`, server: 'a' }
  const mail = mailText(hostile, { from: 'a@b.example', to: ['c@d', 'e@f'] })
  const [head = '', body = ''] = mail.split('\r\n\r\n')
  expect(head).not.toMatch(/^Bcc/m)
  expect(head).toMatch(/^To: c@d, e@f\r$/m)
  const to = Array.from({ length: 20 }, (_, index) => `${'a'.repeat(20)}${index}@example.com`)
  const lines = mailText(notice, { from: 'a@b.example', to }).split('\r\n')
  expect(lines.every((line) => line.length <= 78)).toBe(true)
  expect(lines.join('\n').replace(/\n /g, ' ')).toContain(`\nTo: ${to.join(', ')}\n`)
  const words = [...head.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/g)].map(([word, text = '']) => {
    expect(word.length).toBeLessThanOrEqual(75)
    return Buffer.from(text, 'base64').toString()
  })
  expect(words.join('')).toBe(hostile.title)
  expect(mail.split('\r\n').every((line) => line.length <= 78)).toBe(true)
  expect(Buffer.from(body, 'base64').toString()).toContain(`${text}\r\n\r\nSince: 1970-01-01T00:00:02.000Z\r\n`)
})
