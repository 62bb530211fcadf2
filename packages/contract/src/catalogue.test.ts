import { expect, test } from 'vitest'
import { englishCatalogue } from './catalogue.ts'
import { bothTexts, detailText } from './details.ts'
import { errorBody } from './error-body.ts'
import { AppError, parametersOf } from './errors.ts'
import { permissionError, taskOf } from './permission-error.ts'
import { reasonText } from './reasons.ts'
import { fill } from './text.ts'

const catalogue = englishCatalogue()

function message(key: string): string | undefined {
  const [area = '', ...name] = key.split(':')
  return catalogue[area]?.[name.join(':')]
}

test('the sentence of an error is the message of its code with its parameters, which may be texts themselves', () => {
  const error = new AppError('InvalidTenant', { reason: reasonText('imageName', { image: 'minio' }), secret: 'hidden' })
  expect(error.message).toBe('This isn’t a valid tenant: the image minio isn’t named registry/name:tag.')
  const parameters = parametersOf(error)
  expect(parameters).toEqual({
    reason: {
      key: 'reason:imageName',
      values: { image: 'minio' },
      text: 'the image minio isn’t named registry/name:tag',
    },
  })
  expect(fill(message('error:InvalidTenant') ?? '', parameters)).toBe(error.message)
  expect(message('reason:imageName')).toBe('the image {{image}} isn’t named registry/name:tag')
})

test('a permission error names what the action allows', () => {
  expect(permissionError('s3:DeleteBucket', 'photos')).toBe(
    'You don’t have permission to delete buckets (s3:DeleteBucket on photos).',
  )
  expect(permissionError('toString')).toBe('You don’t have permission to do this (toString on this server).')
  expect(message(taskOf('s3:DeleteBucket').key)).toBe('delete buckets')
})

test('the detail of an error is a text too, in which several names are a list', () => {
  const saved = [detailText('stepUser', { name: 'ana' }), detailText('stepGroup', { name: 'devs' })]
  const progress = detailText('progress', { saved, rest: ['region'] })
  const error = new AppError('UserDisabled', { user: 'ana' }, { detailedMessage: bothTexts('Denied.', progress) })
  expect(error.detailedMessage).toBe('Denied. Saved: user ana, group devs. Not saved: region.')
  const { message, detailedMessage, detail } = error
  const body = { code: error.code, message, detailedMessage, detail, parameters: parametersOf(error), requestId: '1' }
  expect(errorBody.parse(body)).toEqual(body)
  expect(new AppError('UserDisabled', {}, { detailedMessage: 'Words of the server' }).detail).toBeUndefined()
})
