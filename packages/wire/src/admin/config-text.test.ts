import { describe, expect, test } from 'vitest'
import {
  ConfigTextError,
  formatConfigLine,
  formatConfigReset,
  parseConfigChange,
  parseConfigPairs,
  parseConfigTargets,
  parseConfigValues,
} from './config-text.ts'

const POSTGRES = ['enable', 'connection_string', 'table', 'format', 'comment']

describe('values', () => {
  test('a quoted value may contain text that looks like a key', () => {
    const text = 'connection_string="host=db table=x port=5432" table=events format=access '
    expect(parseConfigValues(text, POSTGRES)).toEqual({
      connection_string: 'host=db table=x port=5432',
      table: 'events',
      format: 'access',
    })
  })

  test('empty values are kept, unknown keys are part of the preceding value', () => {
    expect(parseConfigValues('enable=off table= comment=a b=c ', POSTGRES)).toEqual({
      enable: 'off',
      table: '',
      comment: 'a b=c',
    })
  })

  test('a quoted value can contain quotation marks, and values of other keys can too', () => {
    const text = 'connection_string="a "b" c=d" table=o"dd format="x y"'
    expect(parseConfigPairs(text, POSTGRES)).toEqual([
      { key: 'connection_string', value: 'a "b" c=d', isQuoted: true },
      { key: 'table', value: 'o"dd', isQuoted: false },
      { key: 'format', value: 'x y', isQuoted: true },
    ])
  })

  test('a section without keys has no values', () => expect(parseConfigValues('a=b', [])).toEqual({}))
})

describe('targets', () => {
  test('names, environment variables and disabled targets', () => {
    const text = [
      'audit_webhook enable=off endpoint= ',
      '# MINIO_AUDIT_WEBHOOK_ENABLE_x=on',
      '# MINIO_AUDIT_WEBHOOK_ENDPOINT_x=http://a/b=c',
      'audit_webhook:x ',
      '# audit_webhook:y enable=off endpoint=http://y ',
      'audit_webhook_other endpoint=no ',
      '',
    ].join('\n')
    expect(parseConfigTargets(text, 'audit_webhook', ['enable', 'endpoint'])).toEqual([
      {
        section: 'audit_webhook',
        target: '',
        isOff: false,
        values: { enable: 'off', endpoint: '' },
        environment: {},
      },
      {
        section: 'audit_webhook',
        target: 'x',
        isOff: false,
        values: {},
        environment: {
          MINIO_AUDIT_WEBHOOK_ENABLE_x: 'on',
          MINIO_AUDIT_WEBHOOK_ENDPOINT_x: 'http://a/b=c',
        },
      },
      {
        section: 'audit_webhook',
        target: 'y',
        isOff: true,
        values: { enable: 'off', endpoint: 'http://y' },
        environment: {},
      },
    ])
  })
})

describe('lines', () => {
  test('values with spaces, and empty ones, are quoted', () => {
    expect(formatConfigLine('site', '', { region: 'eu', comment: 'two words', name: '' }, [])).toBe(
      'site region=eu comment="two words" name=""',
    )
    expect(formatConfigLine('notify_nats', 'a', { subject: 'x' }, [])).toBe('notify_nats:a subject=x')
    expect(formatConfigReset('notify_nats', 'a', ['subject', 'token'])).toBe('notify_nats:a subject token')
  })

  test.each([
    ['plain'],
    ['a "b" c'],
    ['odd"quotes'],
    [' spaces around '],
    ["default-src 'self'"],
    ["'"],
    ['# ; \\ a=b, c:d'],
    ['comment=itself'],
    ['caf\u00e9\u00a0'],
  ])('%j is read back unchanged, with what follows it', (comment) => {
    const line = formatConfigLine('site', '', { comment, region: 'eu' }, ['name', 'region'])
    expect(parseConfigChange(line, 'site', ['name', 'region', 'comment'])).toMatchObject([
      { values: { comment, region: 'eu' } },
    ])
  })

  test.each<[ConfigTextError['reason'], string]>([
    ['otherKey', '.x" mime_types="injected/type'],
    ['otherKey', '.x,mime_types=a/b'],
    ['otherKey', 'x comment=y'],
    ['otherKey', 'x enable=off'],
    ['quotes', '"quoted'],
    ['quotes', 'ends"'],
    ['lineBreak', '.x\nsite region=eu'],
    ['lineBreak', '.x\r'],
    ['tooLong', 'x'.repeat(64 * 1024)],
  ])('%s: a value that a server reads in another way is refused by its key', (reason, extensions) => {
    const format = () => formatConfigLine('compression', '', { extensions }, ['extensions', 'mime_types'])
    expect(format).toThrow(ConfigTextError)
    expect(format).toThrow(expect.objectContaining({ reason, key: 'extensions' }))
    expect(format).toThrow(/extensions/)
  })

  test('a key that the server doesn\u2019t describe is no part of a value either', () => {
    const format = () => formatConfigLine('scanner', '', { speed: 'fast delay=5' }, ['speed'])
    expect(format).toThrow(expect.objectContaining({ reason: 'otherKey', key: 'speed' }))
  })

  test.each([['a b=c'], ['a\nsite'], ['a\u2028b'], ['a\tb']])('the target %j is refused', (target) => {
    for (const format of [
      () => formatConfigLine('notify_webhook', target, { endpoint: 'http://a' }, []),
      () => formatConfigReset('notify_webhook', target, []),
    ]) {
      expect(format).toThrow(expect.objectContaining({ reason: 'name' }))
    }
  })

  test.each([['a b'], ['a=b'], ['a\nsite'], ['']])('the key %j is refused', (key) => {
    expect(() => formatConfigLine('site', '', { [key]: 'x' }, [])).toThrow(expect.objectContaining({ reason: 'name' }))
    expect(() => formatConfigReset('site', '', [key])).toThrow(expect.objectContaining({ reason: 'name' }))
  })
})

test('long texts with many quotation marks and keys are read in one pass', () => {
  const text = 'a="x '.repeat(40_000)
  const before = process.cpuUsage()
  expect(parseConfigPairs(text, ['a', 'b'])).toHaveLength(40_000)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(2_000)
})
