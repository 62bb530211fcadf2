import { describe, expect, test } from 'vitest'
import { formatConfigLine, isConfigValue, parseConfigTargets, parseConfigValues } from './config-text.ts'

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
    expect(formatConfigLine('site', '', { region: 'eu', comment: 'two words', name: '' })).toBe(
      'site region=eu comment="two words" name=""',
    )
    expect(formatConfigLine('notify_nats', 'a', { subject: 'x' })).toBe('notify_nats:a subject=x')
  })

  test.each([
    ['plain', true],
    ['a "b" c', true],
    ['"quoted', false],
    ['ends"', false],
    ['two\nlines', false],
  ])('%j can be written: %s', (value, canBe) => expect(isConfigValue(value)).toBe(canBe))
})
