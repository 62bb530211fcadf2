import { expect, test } from 'vitest'
import { missingIn, type QuestionForm, toQuestion } from './question-form.ts'

const form: QuestionForm = {
  kind: 'user',
  name: ' alice ',
  policy: '',
  action: ' s3:GetObject ',
  resource: ' photos/a ',
  conditions: [
    { id: 1, key: ' aws:SourceIp ', value: '192.0.2.1' },
    { id: 2, key: '', value: 'x' },
  ],
  sessionPolicy: undefined,
}

test('a question is asked without what surrounds its words', () => {
  expect(toQuestion(form)).toEqual({
    body: {
      subject: { kind: 'user', name: 'alice' },
      action: 's3:GetObject',
      resource: 'photos/a',
      conditions: [{ key: 'aws:SourceIp', value: '192.0.2.1' }],
      sessionPolicy: '',
    },
  })
  expect(toQuestion({ ...form, kind: 'anonymous' }).body.subject).toEqual({ kind: 'anonymous' })
  expect(toQuestion({ ...form, kind: 'document', policy: '{}' }).body.subject).toEqual({
    kind: 'document',
    policy: '{}',
  })
})

test('what is missing is named', () => {
  expect(missingIn(form)).toBeUndefined()
  expect(missingIn({ ...form, name: ' ' })).toBe('name')
  expect(missingIn({ ...form, kind: 'document' })).toBe('policy')
  expect(missingIn({ ...form, kind: 'me', action: '' })).toBe('action')
})
