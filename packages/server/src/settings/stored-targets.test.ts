import { parseConfigTargets } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { PendingChanges } from './pending-changes.ts'
import { toDetails } from './section-details.ts'
import type { Section } from './sections.ts'
import { isNotInEffect, storedTargets } from './stored-targets.ts'

const STARTED = 10_000
const KEYS = ['enable', 'endpoint', 'auth_token', 'queue_limit', 'comment']

function section(name: string, text: string): Section {
  const keys = KEYS.map((key) => ({ key, type: 'string', description: '', isOptional: key !== 'endpoint' }))
  return {
    name,
    help: { description: '', hasTargets: true, keys },
    targets: parseConfigTargets(text, name, KEYS),
  }
}
const hooks = (text = 'notify_webhook:a endpoint=http://a queue_limit=0 comment=') => section('notify_webhook', text)
const set = (time: number, text: string) => ({ id: String(time), createdAt: new Date(time).toISOString(), text })

/** The values of the targets that a form shows, and of those that change at the restart the running ones. */
function shown(of: Section, history: ReturnType<typeof set>[], pending = new PendingChanges()) {
  const changes = { startedAt: STARTED, history, noted: pending.targetsOf(of.name, STARTED) }
  return toDetails(of, storedTargets(of, changes)).targets.map(({ target, enabled, keys }) => ({
    target,
    enabled,
    ...Object.fromEntries(keys.map(({ key, value }) => [key, value])),
    untilRestart: Object.fromEntries(
      keys.flatMap(({ key, untilRestart: old }) => (old === undefined ? [] : [[key, old]])),
    ),
    secretSource: keys.find(({ key }) => key === 'auth_token')?.source,
  }))
}

test('a change shows the stored value, and the one in effect', () => {
  const history = [set(5_000, 'notify_webhook:a comment=old'), set(11_000, 'notify_webhook:a comment="two words"')]
  expect(shown(hooks(), history)).toMatchObject([
    { target: 'a', endpoint: 'http://a', comment: 'two words', untilRestart: { comment: '' } },
  ])
})

test('a value that equals the one in effect again is not pending', () => {
  const history = [set(11_000, 'notify_webhook:a queue_limit=5'), set(12_000, 'notify_webhook:a queue_limit=0')]
  expect(shown(hooks(), history)).toMatchObject([{ queue_limit: '0', untilRestart: {} }])
})

test('a new target is shown before the restart, without its secret', () => {
  const [, added] = shown(hooks(), [set(11_000, 'notify_webhook:b endpoint=http://b auth_token=hidden')])
  expect(added).toMatchObject({ target: 'b', enabled: true, endpoint: 'http://b', queue_limit: '0', untilRestart: {} })
  expect(added).toMatchObject({ auth_token: '', secretSource: 'stored' })
  const [, open] = shown(hooks(), [set(11_000, 'notify_webhook:b endpoint=http://b')])
  expect(open, 'no secret was set').toMatchObject({ auth_token: '', secretSource: 'default' })
})

test('a new secret is shown as changed', () => {
  expect(shown(hooks(), [set(11_000, 'notify_webhook:a auth_token=hidden')])).toMatchObject([
    { auth_token: '', secretSource: 'stored', untilRestart: { auth_token: '' } },
  ])
})

test('resets and restored changes, which the history lacks, are known from this console', () => {
  const pending = new PendingChanges()
  const history = [set(11_200, 'notify_webhook:a queue_limit=5')]
  pending.noteReset('notify_webhook', 'a', ['queue_limit'], 11_000)
  expect(shown(hooks(), history, pending), 'the last change of a second').toMatchObject([{ queue_limit: '0' }])
  pending.noteSet('notify_webhook', 'a', { comment: 'restored', auth_token: 'hidden' }, 12_000)
  expect(shown(hooks(), history, pending)).toMatchObject([
    { comment: 'restored', auth_token: '', untilRestart: { comment: '', auth_token: '' } },
  ])
  expect([...pending.since(STARTED, []).keys()]).toEqual(['notify_webhook:a'])
})

test('a deleted target is not shown, and one that was added again has none of the earlier values', () => {
  const pending = new PendingChanges()
  pending.noteReset('notify_webhook', 'a', [], 11_000)
  expect(shown(hooks(), [], pending)).toEqual([])
  pending.noteSet('notify_webhook', 'a', { endpoint: 'http://new' }, 11_000)
  const running = hooks('notify_webhook:a endpoint=http://a queue_limit=7 comment=')
  expect(shown(running, [], pending)).toMatchObject([
    { endpoint: 'http://new', queue_limit: '0', untilRestart: { endpoint: 'http://a', queue_limit: '7' } },
  ])
})

test('the unnamed target returns to its defaults', () => {
  const pending = new PendingChanges()
  pending.noteReset('notify_webhook', '', [], 11_000)
  expect(shown(hooks('notify_webhook endpoint=http://a queue_limit=0 comment='), [], pending)).toMatchObject([
    { target: '', enabled: false, endpoint: '', untilRestart: { endpoint: 'http://a' } },
  ])
})

test('the unnamed target with its defaults doesn’t wait for them', () => {
  const pending = new PendingChanges()
  pending.noteReset('notify_webhook', '', [], 9_500)
  const of = hooks('notify_webhook enable=off endpoint= auth_token= queue_limit=0 comment=')
  const changes = { startedAt: STARTED, history: [], noted: pending.targetsOf('notify_webhook', STARTED) }
  expect(storedTargets(of, changes).map((one) => [one.pending.size, one.stored === one.running])).toEqual([[0, true]])
})

test('a section that is applied immediately shows the values in effect', () => {
  const live = section('audit_webhook', 'audit_webhook:a endpoint=http://now')
  expect(shown(live, [set(11_000, 'audit_webhook:a endpoint=http://then')])).toMatchObject([{ endpoint: 'http://now' }])
})

test('a change close to the start waits if it isn’t in effect; of secrets, only the time is known', () => {
  const pendingIn = (text: string, withSecrets: boolean) => {
    const changes = { startedAt: STARTED, history: [set(9_500, text)], noted: new Map() }
    const [found] = storedTargets(hooks(), changes)
    return found !== undefined && isNotInEffect('notify_webhook', found, withSecrets)
  }
  expect(pendingIn('notify_webhook:a comment=new', false)).toBe(true)
  expect(pendingIn('notify_webhook:a endpoint=http://a', true)).toBe(false)
  expect(pendingIn('notify_webhook:a auth_token=hidden', false)).toBe(false)
  expect(pendingIn('notify_webhook:a auth_token=hidden', true)).toBe(true)
})
