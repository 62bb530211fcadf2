import { describe, expect, test } from 'vitest'
import { planConfiguration } from './compare-configuration.ts'
import { type KnownSection, readConfigurationFile } from './configuration-file.ts'

const WEBHOOK: KnownSection = {
  keys: ['enable', 'comment', 'endpoint', 'auth_token', 'queue_size'],
  hasTargets: true,
  hasSwitch: true,
  defaults: { enable: 'off', queue_size: '100000' },
}
const SECTIONS = new Map<string, KnownSection>([
  ['site', { keys: ['enable', 'comment', 'name', 'region'], hasTargets: false, hasSwitch: false, defaults: {} }],
  ['audit_webhook', WEBHOOK],
])
const read = (...lines: string[]) => readConfigurationFile(lines.join('\n'), SECTIONS)

describe('a file', () => {
  test('has targets by line; disabled ones are kept', () => {
    const { targets, problems } = read(
      '\uFEFF# exported on Monday\r',
      '# MINIO_SITE_REGION=eu-9',
      'site name= region=eu-1 comment="two "quoted" words"\r',
      '# audit_webhook enable=off endpoint= ',
      '# audit_webhook:old enable=off endpoint=http://a auth_token=t ',
      '  audit_webhook:new endpoint=http://b client_cert= ',
      '# ghost enable=off',
      '',
    )
    expect(problems).toEqual([])
    expect(targets).toEqual([
      { section: 'site', target: '', line: 3, values: { name: '', region: 'eu-1', comment: 'two "quoted" words' } },
      { section: 'audit_webhook', target: '', line: 4, values: { enable: 'off', endpoint: '' } },
      {
        section: 'audit_webhook',
        target: 'old',
        line: 5,
        values: { enable: 'off', endpoint: 'http://a', auth_token: 't' },
      },
      { section: 'audit_webhook', target: 'new', line: 6, values: { endpoint: 'http://b', enable: 'on' } },
    ])
  })

  test.each([
    ['ghost a=1', 'unknownSection', 'ghost'],
    ['site ghost=1', 'unknownKey', 'ghost'],
    ['site:x region=a', 'oneTarget', 'site'],
    ['site', 'noKeys', 'site'],
    ['site some words', 'noKeys', 'some words'],
    ['site comment=two words', 'spaces', 'comment'],
    ['site comment="open', 'quotes', 'comment'],
    ['site comment=""quoted""', 'quotes', 'comment'],
    ['audit_webhook:b endpoint=http://c', 'twice', 'audit_webhook:b'],
  ])('%s: %s', (line, reason, name) => {
    expect(read('audit_webhook:b endpoint=http://b', '', line).problems).toEqual([{ line: 3, reason, name }])
  })

  test('a long line takes time in proportion to its length', () => {
    const before = process.cpuUsage()
    read(`site comment="${'a" '.repeat(60_000)}`, `site comment=${' '.repeat(200_000)}x`)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(1_000)
  })
})

describe('a plan', () => {
  const present = [
    { section: 'site', target: '', values: { name: '', region: 'eu-1' } },
    { section: 'audit_webhook', target: '', values: { enable: 'off', endpoint: '' } },
    { section: 'audit_webhook', target: 'a', values: { enable: 'on', endpoint: 'http://a', auth_token: 'secret-1' } },
  ]
  const plan = (...lines: string[]) => planConfiguration(read(...lines).targets, present, SECTIONS)

  test('the same configuration changes nothing', () => {
    const { entries, unchanged } = plan('site region=eu-1', 'audit_webhook:a endpoint=http://a auth_token=secret-1')
    expect([entries, unchanged]).toEqual([[], 3])
  })

  test('keys are added, changed and removed, and secrets not shown', () => {
    const { entries } = plan(
      'site name=s',
      'audit_webhook:a endpoint=http://b auth_token=secret-2 queue_size=100000 comment=x',
    )
    expect(entries).toEqual([
      {
        section: 'site',
        target: '',
        change: 'change',
        line: 1,
        keys: [
          { key: 'name', change: 'add', secret: false, before: '', after: 's' },
          { key: 'region', change: 'remove', secret: false, before: 'eu-1', after: '' },
        ],
      },
      {
        section: 'audit_webhook',
        target: 'a',
        change: 'change',
        line: 2,
        keys: [
          { key: 'endpoint', change: 'change', secret: false, before: 'http://a', after: 'http://b' },
          { key: 'auth_token', change: 'change', secret: true, before: '', after: '' },
          { key: 'comment', change: 'add', secret: false, before: '', after: 'x' },
        ],
      },
    ])
    expect(JSON.stringify(entries)).not.toContain('secret-')
  })

  test('named targets are added and removed', () => {
    const { entries } = plan('site region=eu-1', 'audit_webhook:b endpoint=http://b')
    expect(entries.map(({ target, change, line, keys }) => [target, change, line, keys.map(({ key }) => key)])).toEqual(
      [
        ['a', 'remove', 0, ['enable', 'endpoint', 'auth_token']],
        ['b', 'add', 2, ['endpoint', 'enable']],
      ],
    )
  })
})
