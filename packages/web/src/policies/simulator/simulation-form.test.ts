import { expect, test } from 'vitest'
import { missingIn, type SimulationForm, toSimulation } from './simulation-form.ts'

const form: SimulationForm = {
  kind: 'user',
  name: ' alice ',
  policy: '',
  bucket: 'photos',
  action: ' s3:GetObject ',
  resource: ' photos/a ',
  conditions: [
    { id: 1, key: ' aws:SourceIp ', value: '192.0.2.1' },
    { id: 2, key: '', value: 'x' },
  ],
  sessionPolicy: undefined,
}

test('trims the fields of a request', () => {
  expect(toSimulation(form)).toEqual({
    body: {
      subject: { kind: 'user', name: 'alice' },
      action: 's3:GetObject',
      resource: 'photos/a',
      conditions: [{ key: 'aws:SourceIp', value: '192.0.2.1' }],
      sessionPolicy: '',
    },
  })
  expect(toSimulation({ ...form, kind: 'anonymous' }).body.subject).toEqual({ kind: 'anonymous' })
  expect(toSimulation({ ...form, kind: 'document', policy: '{}' }).body.subject).toEqual({
    ...{ kind: 'document', policy: '{}' },
  })
  expect(toSimulation({ ...form, kind: 'bucket-policy', policy: '{}' }).body.subject).toEqual({
    ...{ kind: 'bucket-policy', policy: '{}', bucket: 'photos' },
  })
})

test('a policy is sent compact, so that its indentation does not count against the limit', () => {
  const stored = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['*'] }] }
  const policy = JSON.stringify(stored, undefined, 2)
  const { body } = toSimulation({ ...form, kind: 'document', policy, sessionPolicy: policy })
  expect(body.subject).toEqual({ kind: 'document', policy: JSON.stringify(stored) })
  expect(body.sessionPolicy).toBe(JSON.stringify(stored))
  expect(toSimulation({ ...form, kind: 'document', policy: '{ half' }).body.subject).toMatchObject({ policy: '{ half' })
})

test('reports what is missing', () => {
  expect(missingIn(form)).toBeUndefined()
  expect(missingIn({ ...form, name: ' ' })).toBe('name')
  expect(missingIn({ ...form, kind: 'document' })).toBe('policy')
  expect(missingIn({ ...form, kind: 'bucket-policy' })).toBe('policy')
  expect(missingIn({ ...form, kind: 'me', action: '' })).toBe('action')
})
